import { ConfigSchema } from '../../src/config-schema.ts';

/** Variables of Node and the shell, not of the site. */
const OTHERS = ['NODE_ENV', 'NODE_COMPILE_CACHE', 'HOME'];

/** The names that are neither a setting nor a setting's `_FILE` variant. */
export function unknownSettings(names: string[]): string[] {
  const known = Object.keys(ConfigSchema.properties).flatMap((name) => [name, `${name}_FILE`]);
  return names.filter((name) => !known.includes(name) && !OTHERS.includes(name));
}
