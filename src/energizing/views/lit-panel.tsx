import { randomUUID } from 'node:crypto';
import type { PageView } from '../../platform/http/page.ts';
import { LOCALES } from '../../platform/i18n.ts';
import { Island } from '../../ui/island.tsx';
import { formatCompact } from '../../ui/numbers.ts';
import { GiftForm, Give } from './gift-form.tsx';
import { Givers, type GiversProps } from './givers.tsx';

/** Links and redirects lead here. */
export const LIT_ID = 'lit';

type LitPanelProps = {
  visit: PageView;
  post: { id: number; energy: number; status: string; author: { uid: number } };
  /** The reader's gifts to this post so far. */
  given: number;
  /** Why the reader cannot energize now: the post is not public, or the account is banned. */
  reason: string | null;
  givers: GiversProps['givers'];
  giverCount: GiversProps['count'];
};

/** After the text: who lit the post (他们点亮了这一篇), and energizing it (充能). */
export function LitPanel(props: LitPanelProps) {
  const { visit, post, given, reason, givers, giverCount } = props;
  const { t, visitor } = visit;
  const isOwn = visitor?.uid === post.author.uid;
  // A post that was never public has nobody who lit it, and nobody who could.
  if (post.status !== 'approved' && post.energy === 0) return null;
  const reader = visitor && !isOwn && reason === null ? { ...visitor, given } : null;
  return (
    <section class="lit" id={LIT_ID} aria-labelledby="lit-title">
      <div class="lit-head">
        <h2 id="lit-title">{t(post.energy > 0 ? 'reading.lit.title' : 'reading.lit.first')}</h2>
        <Total visit={visit} energy={post.energy} count={giverCount} />
      </div>
      <Givers visit={visit} givers={givers} count={giverCount} reader={reader} />
      <Charging {...props} isOwn={isOwn} />
      <p class="lit-how">
        {t('reading.lit.how')} <a href="/about/energy">{t('reading.lit.what')}</a>
      </p>
    </section>
  );
}

type TotalProps = { visit: PageView; energy: number; count: LitPanelProps['giverCount'] };

/** The browser replaces the number after a gift. */
function Total({ visit, energy, count }: TotalProps) {
  const { t, locale } = visit;
  if (energy === 0) return <p class="lit-none">{t('reading.lit.none')}</p>;
  const number = formatCompact(count.value, locale);
  return (
    <p class="meta">
      <b data-energy>{formatCompact(energy, locale)}</b> {t('reading.lit.points')}
      {count.isMore
        ? t('reading.lit.from_more', { number })
        : t('reading.lit.from', { count: count.value, number })}
    </p>
  );
}

/** Members energize here; all others see why they cannot, and what to do about it. */
function Charging({ visit, post, given, reason, isOwn }: LitPanelProps & { isOwn: boolean }) {
  const { t, csrfToken, locale, visitor } = visit;
  const here = `/posts/${post.id}#${LIT_ID}`;
  if (isOwn) return <p class="lit-note">{t('reading.energize.own')}</p>;
  if (!visitor) {
    return (
      <p class="lit-note row spread">
        {t('reading.energize.log_in_hint')}
        <a class="button" href={`/login?next=${encodeURIComponent(here)}`} rel="nofollow">
          {t('reading.energize.log_in')}
        </a>
      </p>
    );
  }
  const props = {
    post_id: post.id,
    reader: { balance: visitor.energy, given },
    form: { here, csrfToken },
    once: randomUUID(),
    words: LOCALES[locale].reading.energize,
    locale,
  };
  // Nothing to enhance: every button stays disabled.
  if (reason !== null) return <Give {...props} refusal={reason} isBarred />;
  return <Island name="gift-form" of={GiftForm} props={props} />;
}
