/** What a proxy says when the server behind it is away: for this device that is no other than a network that is away. */
export function isGatewayFailure({ status }: Pick<Response, 'status'>): boolean {
  return status === 502 || status === 504;
}
