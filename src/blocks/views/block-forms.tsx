import type { PageView } from '../../platform/http/page.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import type { BlockKind } from '../rules.ts';

type BlockFormProps = {
  visit: PageView;
  uid: number;
  kind: BlockKind;
  /** Where to go afterwards. */
  next: string;
};

/** Blocks or mutes. */
export function BlockForm({ visit, uid, kind, next }: BlockFormProps) {
  const { t, visitor } = visit;
  return (
    <ActionForm visit={visit} action={`/users/${uid}/block/update`} next={next} data-bare>
      <button
        class={kind === 'block' ? 'button button-danger' : 'button'}
        type="submit"
        name="kind"
        value={kind}
        disabled={visitor?.status === 'banned'}
      >
        {t(`blocks.${kind}`)}
      </button>
    </ActionForm>
  );
}

type UnblockFormProps = Omit<BlockFormProps, 'kind'> & {
  kind: BlockKind;
  /** The member's name, for screen readers: a list has several buttons. */
  name: string;
};

export function UnblockForm({ visit, uid, kind, next, name }: UnblockFormProps) {
  const { t, visitor } = visit;
  return (
    <ActionForm visit={visit} action={`/users/${uid}/block/delete`} next={next} data-bare>
      <button class="button button-small" type="submit" disabled={visitor?.status === 'banned'}>
        {t(`blocks.end_${kind}`)}
        <span class="visually-hidden"> {name}</span>
      </button>
    </ActionForm>
  );
}
