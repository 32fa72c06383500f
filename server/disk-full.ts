/** Whether the system refused to write for want of room: of the disk, or of what one may use of it. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(String((error as NodeJS.ErrnoException).code));
}
