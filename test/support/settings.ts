import { ConfigSchema } from '../../src/config-schema.ts';

/** Not settings of the site but of its surroundings. */
const OTHERS = ['NODE_ENV', 'NODE_COMPILE_CACHE', 'HOME'];

/** Those of the names that no setting has, neither by itself nor as a file that holds it. */
export function unknownSettings(names: string[]): string[] {
  const known = Object.keys(ConfigSchema.properties).flatMap((name) => [name, `${name}_FILE`]);
  return names.filter((name) => !known.includes(name) && !OTHERS.includes(name));
}
