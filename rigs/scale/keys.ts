import { SHARD_KEYS } from '../../src/cli/distribution/shard-keys.ts';
import { table } from './format.ts';

const STATES = { distributed: '**distributed**', later: 'not yet', local: 'local table' };

/** From the plan that `lamplight db distribute` carries out. */
export function keyTable(): string {
  const rows = Object.entries(SHARD_KEYS).map(([name, { state, key, why, crossing, before }]) => [
    `\`${name}\``,
    key ? `\`${key}\`` : '–',
    STATES[state],
    why,
    crossing ?? '–',
    before ?? '–',
  ]);
  return table(
    ['Table', 'Key', 'Today', 'Why', 'Statements that cross it', 'What has to change first'],
    rows,
  );
}
