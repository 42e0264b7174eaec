import type { PageView } from '../../platform/http/page.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Layout } from '../../ui/layout.tsx';
import type { UserCard } from '../../users/schema.ts';
import { BLOCK_KINDS, type BlockKind } from '../rules.ts';
import { BlockForm, UnblockForm } from './block-forms.tsx';

type BlockChoiceProps = { visit: PageView; person: UserCard; kind: BlockKind | null };

/** What each choice does, before it is made: a block ends follows, which do not come back. */
export function BlockChoice({ visit, person, kind }: BlockChoiceProps) {
  const { t } = visit;
  const { uid, name } = person;
  const space = `/space/${uid}`;
  const title = t('blocks.choose_title', { name });
  return (
    <Layout visit={visit} title={title} sheets={['work']} scripts={['settings']}>
      <div class="settings">
        <h1>{title}</h1>
        <p class="block-person">
          <Avatar user={person} size={40} />
          <a href={space}>{name}</a>
          <span class="meta">{t('space.uid', { uid })}</span>
        </p>
        {kind ? (
          <section class="card block-option">
            <p>{t(`blocks.is_${kind}`, { name })}</p>
            <UnblockForm visit={visit} uid={uid} kind={kind} name={name} next={space} />
          </section>
        ) : null}
        {BLOCK_KINDS.toReversed()
          .filter((one) => one !== kind)
          .map((one) => (
            <section key={one} class="card block-option" aria-labelledby={`choose-${one}`}>
              <h2 id={`choose-${one}`}>{t(`blocks.${one}`)}</h2>
              <ul class="block-effects">
                <li>{t('blocks.both_hide', { name })}</li>
                <li>{t(`blocks.${one}_does`)}</li>
                <li>{t(`blocks.${one}_known`)}</li>
              </ul>
              <BlockForm visit={visit} uid={uid} kind={one} next={space} />
            </section>
          ))}
        <p class="meta">
          {t('blocks.public_note')} <a href="/settings/blocks">{t('blocks.all')}</a>
        </p>
      </div>
    </Layout>
  );
}
