import type { PageView } from '../../platform/http/page.ts';

/** The site's own picture, for pages without one. */
export const SITE_PICTURE_URL = '/share.jpg';
/** Of every share picture. */
const [WIDTH, HEIGHT] = ['1200', '630'];
const TERRITORIES: Record<string, string> = { 'zh-CN': 'zh_CN', zh: 'zh_CN', en: 'en_US' };

type PreviewTagsProps = {
  visit: Pick<PageView, 't' | 'locale' | 'origin'>;
  type: 'website' | 'article' | 'profile';
  title: string;
  description: string;
  /** The canonical path. */
  path: string;
  /** The path of a picture of 1200 × 630 pixels. */
  picture?: string;
  lang?: string;
};

/** Open Graph, for link previews. X reads the same tags, once it knows how large the picture is to be. */
export function PreviewTags(props: PreviewTagsProps) {
  const { visit, type, title, description, path, picture = SITE_PICTURE_URL } = props;
  const { lang = visit.locale } = props;
  const locale = TERRITORIES[lang];
  return (
    <>
      <meta property="og:site_name" content={visit.t('page.site')} />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title} />
      {description ? <meta property="og:description" content={description} /> : null}
      <meta property="og:url" content={`${visit.origin}${path}`} />
      <meta property="og:image" content={`${visit.origin}${picture}`} />
      <meta property="og:image:type" content="image/jpeg" />
      <meta property="og:image:width" content={WIDTH} />
      <meta property="og:image:height" content={HEIGHT} />
      <meta property="og:image:alt" content={title} />
      {locale ? <meta property="og:locale" content={locale} /> : null}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
