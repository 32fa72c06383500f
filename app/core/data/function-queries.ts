import { queryOptions } from '@tanstack/react-query';
import type { FunctionInput, OpenFunctionName } from '../../../functions/list.ts';
import { callFunction } from './call-function.ts';

/** What a function answers. The device keeps it for when there is no network. */
export function functionQuery<Name extends OpenFunctionName>(
  queryKey: readonly unknown[],
  name: Name,
  input: FunctionInput<Name>,
) {
  return queryOptions({ queryKey, queryFn: () => callFunction(name, input) });
}

export const notCached = { meta: { notCached: true } };

/** What a function answers, and the device does not keep. */
export function onlineQuery<Name extends OpenFunctionName>(...asked: Parameters<typeof functionQuery<Name>>) {
  return { ...functionQuery(...asked), ...notCached };
}
