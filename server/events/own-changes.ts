/** This process's own changes arrive twice, directly and from the log, in either order. Tells which arrival is the first. */
export function createOwnChanges() {
  const arrivals = new Map<string, number | undefined>();
  return {
    written: (xid: string) => void arrivals.set(xid, undefined),
    failed: (xid: string) => void arrivals.delete(xid),
    isFirstDirectly(xid: string): boolean {
      if (!arrivals.has(xid)) return false;
      arrivals.set(xid, performance.now());
      return true;
    },
    isFirstFromLog(xid: string): boolean {
      const isFirst = arrivals.get(xid) === undefined;
      arrivals.delete(xid);
      return isFirst;
    },
    /** A read of the log that was asked for after a change arrived had it, or passed over it: it does not come any more. */
    forgetBefore(askedAt: number): void {
      for (const [xid, arrivedAt] of arrivals) {
        if (arrivedAt !== undefined && arrivedAt < askedAt) arrivals.delete(xid);
      }
    },
    count: () => arrivals.size,
  };
}
