import { SHARD_KEYS } from '../../src/cli/distribution/shard-keys.ts';
import { table } from './format.ts';

const STATES = { distributed: '**distributed**', later: 'not yet' };

/** From the plan that `lamplight db distribute` carries out. */
export function keyTable(): string {
  const tables = Object.entries(SHARD_KEYS);
  const rows = tables.flatMap(([name, { state, key, before }]) =>
    state === 'local' ? [] : [[`\`${name}\``, `\`${key}\``, STATES[state], before ?? '–']],
  );
  const local = tables.flatMap(([name, { state }]) => (state === 'local' ? [`\`${name}\``] : []));
  return [
    table(['Table', 'Key', 'Today', 'What has to change first'], rows),
    `These stay on the coordinator: ${local.join(', ')}.`,
  ].join('\n\n');
}
