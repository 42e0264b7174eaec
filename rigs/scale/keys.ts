import { SHARD_KEYS } from '../../src/cli/distribution/shard-keys.ts';
import { table } from './format.ts';

/** From the plan that `lamplight db distribute` carries out. */
export function keyTable(): string {
  const rows = Object.entries(SHARD_KEYS).map(([name, { state, key, why }]) => [
    `\`${name}\``,
    state === 'distributed' ? `by \`${key}\`` : WHERE[state],
    why,
  ]);
  return table(['Table', 'Stored', 'Because'], rows);
}

const WHERE = { reference: 'on every machine', local: 'on the coordinator' };
