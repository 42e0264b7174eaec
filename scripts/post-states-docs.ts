/** The states of a post and every move between them, as a document made from the table in the code. */
import {
  judgeTransition,
  type PostStatus,
  type Situation,
  STATUSES,
  TRIGGERS,
} from '../src/posts/rules.ts';

const BY_STAFF = ['approve', 'reject', 'lock', 'unlock', 'remove'];

export function postStatesDocument(): string {
  return [
    '# States of a post',
    '',
    'Written by `npm run generate` from the table in `src/posts/rules.ts`, which also judges every request and makes the',
    'exhaustive test. A cell is the next state with its effects, or the code of the refusal. Author’s moves are `save`,',
    '`autosave`, `submit` and `delete`; the others belong to the staff. A draft counts as submitted once it ever was,',
    'also where its author edited it after a rejection; the staff act on no draft that never was.',
    '',
    ...[false, true].flatMap((audit) => [
      `## Review ${audit ? 'on' : 'off'}`,
      '',
      `| Move | ${['draft, never submitted', ...STATUSES, 'approved, an edit waiting'].join(' | ')} |`,
      `|---|${'---|'.repeat(STATUSES.length + 2)}`,
      ...TRIGGERS.map((trigger) => {
        const cell = (status: PostStatus, now: { has_edit?: boolean; submitted?: boolean } = {}) =>
          describe(trigger, { status, has_edit: false, submitted: true, audit, ...now });
        const cells = [
          cell('draft', { submitted: false }),
          ...STATUSES.map((status) => cell(status)),
          cell('approved', { has_edit: true }),
        ];
        return `| ${trigger} | ${cells.join(' | ')} |`;
      }),
      '',
    ]),
  ].join('\n');
}

function describe(trigger: (typeof TRIGGERS)[number], situation: Omit<Situation, 'actor'>): string {
  const actor = BY_STAFF.includes(trigger) ? 'staff' : 'author';
  const move = judgeTransition(trigger, { ...situation, actor }, null);
  if ('refuse' in move) return `\`${move.refuse}\``;
  const to = trigger === 'unlock' ? 'where it was' : `**${move.to}**`;
  return [to, ...move.effects.map((effect) => effect.replaceAll('_', ' '))].join(', ');
}
