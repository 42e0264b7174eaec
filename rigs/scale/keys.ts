import { PLACES } from '../../src/cli/distribution/places.ts';
import { table } from './format.ts';

const STATES = { spread: '**distributed**', later: 'not yet' };

/** From the plan that `lamplight db distribute` carries out. */
export function keyTable(): string {
  const tables = Object.entries(PLACES);
  const rows = tables.flatMap(([name, { state, key, before }]) =>
    state === 'whole' ? [] : [[`\`${name}\``, `\`${key}\``, STATES[state], before ?? '–']],
  );
  const whole = tables.filter(([, { state }]) => state === 'whole').map(([name]) => `\`${name}\``);
  return [
    table(['Table', 'Key', 'Today', 'What has to change first'], rows),
    `These stay on the coordinator: ${whole.join(', ')}.`,
  ].join('\n\n');
}
