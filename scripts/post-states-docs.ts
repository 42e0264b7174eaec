/** The states of a post and every move between them, as a document made from the table in the code. */
import { judgeMove, type PostStatus, STATUSES, TRIGGERS } from '../src/posts/rules.ts';

const BY_STAFF = ['approve', 'reject', 'lock', 'unlock', 'remove'];

export function postStatesDocument(): string {
  return [
    '# States of a post',
    '',
    'Written by `npm run generate` from the table in `src/posts/rules.ts`, which also judges every request and makes the',
    'exhaustive test. A cell is the next state with its effects, or the code of the refusal. Author’s moves are `save`,',
    '`autosave`, `submit` and `delete`; the others belong to the staff.',
    '',
    ...[false, true].flatMap((audit) => [
      `## Review ${audit ? 'on' : 'off'}`,
      '',
      `| Move | ${[...STATUSES, 'approved, an edit waiting'].join(' | ')} |`,
      `|---|${'---|'.repeat(STATUSES.length + 1)}`,
      ...TRIGGERS.map((trigger) => {
        const cell = (status: PostStatus, has_edit: boolean) =>
          describe(trigger, status, has_edit, audit);
        const cells = [...STATUSES.map((status) => cell(status, false)), cell('approved', true)];
        return `| ${trigger} | ${cells.join(' | ')} |`;
      }),
      '',
    ]),
  ].join('\n');
}

function describe(
  trigger: (typeof TRIGGERS)[number],
  status: PostStatus,
  has_edit: boolean,
  audit: boolean,
): string {
  const actor = BY_STAFF.includes(trigger) ? 'staff' : 'author';
  const move = judgeMove(trigger, { status, has_edit, audit, actor }, null);
  if ('refuse' in move) return `\`${move.refuse}\``;
  const to = trigger === 'unlock' ? 'where it was' : `**${move.to}**`;
  return [to, ...move.effects.map((effect) => effect.replaceAll('_', ' '))].join(', ');
}
