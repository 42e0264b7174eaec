type WxrComment = {
  id: number;
  author: string;
  email?: string;
  user_id?: number;
  parent?: number;
  approved?: string;
  type?: string;
  text: string;
};

export type WxrItem = {
  id: number;
  title: string;
  type?: string;
  status?: string;
  password?: string;
  author?: string;
  content?: string;
  excerpt?: string;
  /** `2012-05-01 10:00:00`, UTC. */
  date?: string;
  link?: string;
  categories?: string[];
  tags?: string[];
  thumbnail?: number;
  attachment_url?: string;
  comments?: WxrComment[];
};

export type WxrAuthor = { id: number; login: string; email: string; name: string };

const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** An export as WordPress 6 writes it. */
export function writeWxr(site: string, authors: WxrAuthor[], items: WxrItem[]): string {
  return `<?xml version="1.0" encoding="UTF-8" ?>
<!-- generator="WordPress/6.7" created="2026-01-01 00:00" -->
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
  xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>旧博客</title>
<link>${site}</link>
<wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>${site}</wp:base_site_url>
<wp:base_blog_url>${site}</wp:base_blog_url>
${authors.map(writeAuthor).join('\n')}
${items.map((item) => writeItem(site, item)).join('\n')}
</channel>
</rss>
`;
}

function writeAuthor({ id, login, email, name }: WxrAuthor): string {
  return `<wp:author><wp:author_id>${id}</wp:author_id><wp:author_login>${cdata(login)}</wp:author_login><wp:author_email>${cdata(email)}</wp:author_email><wp:author_display_name>${cdata(name)}</wp:author_display_name></wp:author>`;
}

function writeItem(site: string, item: WxrItem): string {
  const { id, date = '2012-05-01 10:00:00' } = item;
  const category = (domain: string) => (name: string) =>
    `<category domain="${domain}" nicename="${encodeURIComponent(name)}">${cdata(name)}</category>`;
  return `<item>
<title>${escaped(item.title)}</title>
<link>${escaped(item.link ?? `${site}/?p=${id}`)}</link>
<dc:creator>${cdata(item.author ?? '')}</dc:creator>
<guid isPermaLink="false">${site}/?p=${id}</guid>
<description></description>
<content:encoded>${cdata(item.content ?? '')}</content:encoded>
<excerpt:encoded>${cdata(item.excerpt ?? '')}</excerpt:encoded>
<wp:post_id>${id}</wp:post_id>
<wp:post_date>${cdata(date)}</wp:post_date>
<wp:post_date_gmt>${cdata(item.status === 'draft' ? '0000-00-00 00:00:00' : date)}</wp:post_date_gmt>
<wp:post_modified_gmt>${cdata(date)}</wp:post_modified_gmt>
<wp:status>${cdata(item.status ?? 'publish')}</wp:status>
<wp:post_type>${cdata(item.type ?? 'post')}</wp:post_type>
<wp:post_password>${cdata(item.password ?? '')}</wp:post_password>
${item.attachment_url ? `<wp:attachment_url>${cdata(item.attachment_url)}</wp:attachment_url>` : ''}
${(item.categories ?? []).map(category('category')).join('')}
${(item.tags ?? []).map(category('post_tag')).join('')}
${item.thumbnail ? `<wp:postmeta><wp:meta_key>${cdata('_thumbnail_id')}</wp:meta_key><wp:meta_value>${cdata(String(item.thumbnail))}</wp:meta_value></wp:postmeta>` : ''}
${(item.comments ?? []).map((comment) => writeComment(comment, date)).join('')}
</item>`;
}

function writeComment(comment: WxrComment, date: string): string {
  return `<wp:comment>
<wp:comment_id>${comment.id}</wp:comment_id>
<wp:comment_author>${cdata(comment.author)}</wp:comment_author>
<wp:comment_author_email>${cdata(comment.email ?? '')}</wp:comment_author_email>
<wp:comment_date_gmt>${cdata(date)}</wp:comment_date_gmt>
<wp:comment_content>${cdata(comment.text)}</wp:comment_content>
<wp:comment_approved>${cdata(comment.approved ?? '1')}</wp:comment_approved>
<wp:comment_type>${cdata(comment.type ?? 'comment')}</wp:comment_type>
<wp:comment_parent>${comment.parent ?? 0}</wp:comment_parent>
<wp:comment_user_id>${comment.user_id ?? 0}</wp:comment_user_id>
</wp:comment>`;
}
