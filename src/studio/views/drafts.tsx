import { NotebookPen } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { LOCALES } from '../../platform/i18n.ts';
import { scheduleNote } from '../../posts/views/schedule-note.ts';
import { isMostlyCharacters } from '../../posts/word-count.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { langOf } from '../../ui/lang-of.ts';
import { nextPage } from '../../ui/list-address.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { PostLamp } from '../../ui/post-lamp.tsx';
import { Time } from '../../ui/time.tsx';
import type { Draft } from '../actions/list-drafts.ts';
import { WhyNot, WriteButton } from './content.tsx';
import { DeletePost } from './delete-post.tsx';
import { MarkdownImport } from './markdown-menu.tsx';
import { StudioLayout } from './studio-layout.tsx';
import { isBanned, WHY_NOT } from './why-not.ts';

export function DraftsPage({ visit, drafts }: { visit: PageView; drafts: Page<Draft> }) {
  const { t } = visit;
  const { items, next_cursor } = drafts;
  return (
    <StudioLayout
      visit={visit}
      current="drafts"
      title={t('studio.drafts_title')}
      scripts={['studio']}
    >
      <h1>{t('studio.drafts_title')}</h1>
      <MarkdownImport visit={visit} />
      <OnThisDevice visit={visit} />
      {items.length === 0 ? (
        <EmptyState icon={NotebookPen} title={t('studio.drafts_empty')}>
          <p>{t('studio.drafts_empty_hint')}</p>
          <WriteButton visit={visit} />
        </EmptyState>
      ) : (
        <div data-pages>
          <WhyNot visit={visit} />
          <ol class="studio-post-list" data-list>
            {items.map((draft) => (
              <li key={draft.id}>
                <DraftRow visit={visit} draft={draft} />
              </li>
            ))}
          </ol>
          <LoadMore t={t} href={nextPage('/studio/drafts', {}, next_cursor)} />
        </div>
      )}
    </StudioLayout>
  );
}

/** Filled in by `client/show-local-drafts.ts` with texts that have not reached the server yet. */
function OnThisDevice({ visit }: { visit: PageView }) {
  const { locale, visitor } = visit;
  return (
    <p
      class="studio-post-why"
      hidden
      data-local-drafts={visitor?.uid}
      data-locale={locale}
      data-words={JSON.stringify(LOCALES[locale].studio.local)}
    />
  );
}

function DraftRow({ visit, draft }: { visit: PageView; draft: Draft }) {
  const { t, locale, now } = visit;
  const href = `/studio/write?id=${draft.id}`;
  const words = formatNumber(draft.words, locale);
  const lang = langOf(draft.lang, locale);
  const unit = isMostlyCharacters(draft.title + draft.summary) ? 'characters' : 'words';
  return (
    <article class="studio-post glow-0" data-draft={draft.id}>
      <PostLamp energy={0} locale={locale} />
      <div class="studio-post-text">
        <h2 class="studio-post-title" lang={lang}>
          <a class="studio-post-link" href={href} data-stop>
            {draft.title}
          </a>
        </h2>
        {draft.summary ? (
          <p class="studio-post-summary" lang={lang}>
            {draft.summary}
          </p>
        ) : null}
        <p class="studio-post-meta">
          <span>{t(`studio.${unit}`, { count: draft.words, words })}</span>
          <span>
            {t('studio.edited')}
            <Time at={draft.updated_at} locale={locale} now={now} />
          </span>
        </p>
        {draft.schedule ? <p class="studio-post-note">{scheduleNote(visit, draft)}</p> : null}
      </div>
      <div class="studio-post-actions">
        <a class="button button-small button-primary" href={href}>
          {t('studio.continue')}
        </a>
        <DeletePost visit={visit} post={draft} refusedBy={isBanned(visit) ? WHY_NOT : undefined} />
      </div>
    </article>
  );
}
