import { type Parameters, parameters } from './schema.ts';

/** Reads `hash_config` as Firebase's console shows it, or the same as JSON. Undefined when something is missing or wrong. */
export function readParameters(text: string): Parameters | undefined {
  const value = (name: string) => new RegExp(`${name}["']?\\s*[:=]\\s*["']?([\\w+/=-]*)`).exec(text)?.[1];
  const read = parameters.safeParse({
    signerKey: value('base64_signer_key'),
    saltSeparator: value('base64_salt_separator') ?? '',
    rounds: Number(value('rounds')),
    memCost: Number(value('mem_cost')),
  });
  return read.success ? read.data : undefined;
}
