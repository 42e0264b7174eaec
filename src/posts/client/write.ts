import { call } from '../../ui/client/api.ts';
import { sayIn } from '../../ui/words.ts';
import type { DeskPost } from '../schema.ts';
import type { WriteSetting } from '../views/write-setting.ts';
import { runCoverPicker } from './write/cover-picker.ts';
import { createDeciding } from './write/deciding.ts';
import { type DraftKeeper, keepDraft, type Sending } from './write/draft-keeper.ts';
import { createEditor } from './write/editor.ts';
import { coverField, createFields, titleField } from './write/fields.ts';
import { runFocusMode } from './write/focus-mode.ts';
import { listenForKeys } from './write/keys.ts';
import { guardLeaving } from './write/leaving.ts';
import { dropCopy, putCopy } from './write/local-copies.ts';
import { part } from './write/parts.ts';
import { runPreviewLink } from './write/preview-link.ts';
import { createPublishing } from './write/publishing.ts';
import { findCopies, restoreCopies } from './write/restoring.ts';
import type { Say } from './write/say.ts';
import { imagesIn, runSidePanel } from './write/side-panel.ts';
import { randomName, rememberSlot } from './write/slots.ts';
import { createStandingLine } from './write/standing-line.ts';
import { MOD } from './write/toolbar.ts';
import { createUploads } from './write/uploads.ts';

/** The editor: its parts, and how they know of each other. */
async function run(setting: WriteSetting): Promise<void> {
  const { uid, id, locale, words, barred } = setting;
  const say = sayIn(words, locale);
  const title = titleField();
  // Somebody quick may have begun before this file was here.
  const typedEarly = title.value;
  title.value = title.defaultValue;
  const version = Number(document.querySelector<HTMLInputElement>('[name="version"]')?.value ?? 0);
  const found = await findCopies(uid, id);
  let { slot } = found;

  const uploads = createUploads(() => panel.refresh());
  const body = part<HTMLTextAreaElement>('write-source').value;
  const editor = createEditor({ body, uploads, say, changed: () => changed() });
  const panel = runSidePanel({ editor, title, uploads, say, locale, drawn: () => cover.show() });
  const cover = runCoverPicker({
    field: coverField(),
    say,
    firstImage: () => imagesIn(editor.state.doc).find((one) => one.attrs['src'])?.attrs['src'],
    changed: () => changed(),
  });
  const fields = createFields({
    editor,
    untitled: say('untitled'),
    standIns: setting.stand_ins,
    showCover: cover.show,
  });
  const standing = followStatus(setting, say);
  const deciding = createDeciding({
    editor,
    fields,
    say,
    getKeeper: (): DraftKeeper => keeper,
    forked: standing.forget,
  });
  const keeper = keepDraft({
    start: {
      id,
      version,
      content: fields.read(),
      at: setting.saved_at ? new Date(setting.saved_at) : null,
    },
    read: fields.read,
    isComposing: fields.isComposing,
    save: async (sending) => {
      const saved = await save(sending);
      standing.saw(saved);
      return saved;
    },
    keep: (copy) => putCopy({ ...copy, slot, uid, at: Date.now() }),
    drop: () => dropCopy(slot),
    newKey: randomName,
    isBarred: barred !== null,
    show: createStandingLine(say, locale, {
      conflict: () => deciding.showConflict(),
      signed_out: deciding.logIn,
    }),
    created: (made) => {
      // The draft has an address of its own from its first character on.
      history.replaceState(null, '', `/studio/write?id=${made}`);
      preview.lead(made);
    },
    refused: deciding.refused,
  });
  const changed = () => {
    keeper.changed();
    panel.refresh();
  };
  fields.watch(changed);

  const leave = guardLeaving({
    keeper,
    isUploading: () => panel.readiness().uploads === 'waiting',
  });
  const preview = runPreviewLink(keeper.flush);
  const publish = createPublishing({
    keeper,
    say,
    intent: standing.intent,
    barred: barred && say(barred === 'level' ? 'no_level' : 'no_banned'),
    readiness: panel.readiness,
    uploaded: uploads.settled,
    read: fields.read,
    focusBody: () => editor.commands.focus(),
    leave,
  });
  part('write-publish').addEventListener('click', () => void publish());
  listenForKeys({ editor, save: () => void keeper.flush(), publish: () => void publish() });
  runFocusMode(say);
  part('write-keys').textContent = say('keys_hint', { mod: MOD, action: say(standing.intent()) });

  restoreCopies(found, {
    uid,
    fields,
    keeper,
    say,
    locale,
    showConflict: deciding.showConflict,
    adopt: (other) => {
      slot = other;
      rememberSlot(other);
    },
  });
  if (typedEarly !== title.value && typedEarly !== title.defaultValue) {
    title.value = typedEarly;
    changed();
  }
  panel.draw();
  part('write').dataset['ready'] = 'true';
}

/** Only keeps the text: what readers see is another press (D19, D21). */
function save({ id, version, content, key }: Sending): Promise<DeskPost> {
  const body = { ...content, draft: true };
  return id
    ? call('PUT', `/api/studio/posts/${id}`, { body: { ...body, version }, key })
    : call('POST', '/api/studio/posts', { body, key });
}

/** How the post stands, and what the primary button would do with it now. */
function followStatus({ status, audit }: WriteSetting, say: Say) {
  let current = status;
  const intent = () => (current === 'approved' ? 'update' : audit ? 'submit' : 'publish');
  return {
    intent,
    forget: () => {
      current = null;
    },
    saw(post: DeskPost): void {
      if (post.status === current) return;
      current = post.status;
      // New, copied, or rejected and edited: it is a draft now (SPEC §3).
      const chip = part<HTMLTemplateElement>('write-status-draft').content.cloneNode(true);
      part('write-status').replaceChildren(chip);
      part('write-publish').textContent = say(intent());
      part('write-note').textContent = say(`note_${intent()}`);
    },
  };
}

void run(JSON.parse(part('write').dataset['setting'] ?? '{}') as WriteSetting);
