import type { PageView } from '../../platform/http/page.ts';
import { LOCALES, type Locale } from '../../platform/i18n.ts';
import { type PostStatus, publishLevelOf } from '../../posts/rules.ts';
import type { OwnPost } from '../../posts/schema.ts';

/** The editor's settings besides the form, sent to the browser as JSON. */
export type EditorSettings = {
  uid: number;
  id: number | null;
  status: PostStatus | null;
  saved_at: string | null;
  /** Why the author cannot publish, or null. A banned author cannot save either. */
  barred: 'level' | 'banned' | null;
  intent: Intent;
  /** Whether posts are reviewed before publication. */
  audit: boolean;
  /** From which level on this author publishes. */
  publish_level: number;
  /** The title of a post without one, in every language. */
  placeholder_titles: string[];
  locale: Locale;
  words: (typeof LOCALES)['zh-CN']['write'];
};

type Intent = 'publish' | 'submit' | 'update';

export function editorSettingsOf(
  visit: PageView,
  post: OwnPost | null,
  audit: boolean,
): EditorSettings {
  const { locale, visitor } = visit;
  const publish_level = publishLevelOf(visitor?.role ?? 'member', visit.site.publish_level);
  const tooLow = (visitor?.level ?? 0) < publish_level;
  return {
    uid: visitor?.uid ?? 0,
    id: post?.id ?? null,
    status: post?.status ?? null,
    saved_at: post?.updated_at ?? null,
    barred: visitor?.status === 'banned' ? 'banned' : tooLow ? 'level' : null,
    intent: post?.status === 'approved' ? 'update' : audit ? 'submit' : 'publish',
    audit,
    publish_level,
    placeholder_titles: Object.values(LOCALES).map(({ write }) => write.untitled),
    locale,
    words: LOCALES[locale].write,
  };
}
