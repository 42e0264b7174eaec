import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import type { ReviewPost } from '../../posts/actions/read-for-review.ts';
import type { ComparedLine, Comparison, Part } from '../../posts/compare-texts.ts';

type PostDifferenceProps = { visit: PageView; post: ReviewPost; difference: Comparison };

/** D21: what an edit changes in the text that readers see now. */
export function PostDifference({ visit, post, difference }: PostDifferenceProps) {
  const { t } = visit;
  const { title, summary, lines, counts, only_format } = difference;
  const newCover = post.edit?.cover_url !== post.cover_url;
  return (
    <section class="difference" aria-labelledby="difference">
      <div class="difference-head">
        <h3 id="difference">{t('admin.difference.title')}</h3>
        <p class="meta">{t('admin.difference.counts', counts)}</p>
      </div>
      {title ? (
        <Row label={t('admin.difference.post_title')}>
          <Parts parts={title} />
        </Row>
      ) : null}
      {summary ? (
        <Row label={t('admin.posts.summary')}>
          <Parts parts={summary} />
        </Row>
      ) : null}
      {newCover ? (
        <Row label={t('admin.posts.cover')}>
          {t(post.edit?.cover_url ? 'admin.difference.new_cover' : 'admin.difference.no_cover')}
        </Row>
      ) : null}
      {lines === null ? (
        <p class="difference-note">
          {t('admin.difference.too_different')}{' '}
          <a href={`/posts/${post.id}`}>{t('admin.posts.open_public')}</a>
        </p>
      ) : only_format ? (
        <p class="difference-note">{t('admin.difference.only_format')}</p>
      ) : lines.length === 0 ? (
        <p class="difference-note">{t('admin.difference.same_text')}</p>
      ) : (
        <ol class="difference-lines">
          {lines.map((line, at) => (
            <Line key={at} visit={visit} line={line} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Row({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <p class="difference-row">
      <span class="difference-label">{label}</span>
      <span>{children}</span>
    </p>
  );
}

const SIGNS = { same: '', removed: '−', added: '+' } as const;

function Line({ visit, line }: { visit: PageView; line: ComparedLine }) {
  const { t } = visit;
  if (line.kind === 'skipped') {
    return (
      <li class="difference-skipped">{t('admin.difference.skipped', { count: line.count })}</li>
    );
  }
  const { kind, parts } = line;
  return (
    <li class={`difference-line difference-${kind}`}>
      <span class="difference-sign" aria-hidden="true">
        {SIGNS[kind]}
      </span>
      <span>
        {kind === 'same' ? null : (
          <span class="visually-hidden">{t(`admin.difference.${kind}`)}</span>
        )}
        <Parts parts={parts} />
      </span>
    </li>
  );
}

const ELEMENTS = { same: 'span', removed: 'del', added: 'ins' } as const;

/** Text of members, never rendered as HTML. */
function Parts({ parts }: { parts: Part[] }) {
  return (
    <>
      {parts.map(({ kind, text }, at) => {
        const Mark = ELEMENTS[kind];
        return kind === 'same' ? text : <Mark key={at}>{text}</Mark>;
      })}
    </>
  );
}
