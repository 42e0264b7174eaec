import type { Client } from '../support/client.ts';
import type { Site } from './site.ts';

const paragraphs = (texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('');
const TERMS = [
  '灯火是一个读写文章的地方。用它的人，请一起守住下面这些约定。',
  '文章的权利属于写它的人。你发布的内容，会展示给来访的读者，也会出现在搜索和订阅源里。',
  '不要发布违法、侵权或者伤害他人的内容。管理人员可以移除它们，并告诉你原因。',
  '账号由你自己保管。你随时可以导出全部内容，也可以注销账号。',
];
const CHANGED = [
  TERMS[0] ?? '',
  '文章的权利属于写它的人。你发布的内容，会展示给来访的读者，也会出现在搜索、订阅源和分享图片里。',
  TERMS[2] ?? '',
  '由人工智能写成的文章，请在开头说明。',
  TERMS[3] ?? '',
];
const ENGLISH = {
  'title.en': 'Terms of use',
  'body.en': paragraphs([
    'Lamplight is for writing and for reading. Whoever uses it keeps to what is written here.',
    'What you write is yours. You can take it along at any time, or delete your account.',
  ]),
};

/** Terms in two versions. Returns the one member who has not accepted the second. */
export async function seedPages(site: Site, owner: Client): Promise<Client> {
  const publish = async (name: string, input: object) => {
    const { status, text } = await owner.put(`/api/admin/pages/${name}`, input);
    if (status !== 200) throw new Error(text);
  };
  const zh = (title: string, texts: string[]) => ({
    'title.zh-CN': title,
    'body.zh-CN': `<h2>约定</h2>${paragraphs(texts)}`,
  });
  await publish('terms', { version: 0, ...zh('用户协议', TERMS), ...ENGLISH });
  await publish('about', {
    version: 0,
    'title.zh-CN': '关于灯火',
    'body.zh-CN': paragraphs(['三个人下班以后做的小站，写给喜欢慢慢读的人。']),
  });
  const asked = await site.member({ email: 'asked@example.org', exp: 640 });
  await publish('terms', {
    ...{ version: 1, must_accept: true },
    ...zh('用户协议', CHANGED),
    ...ENGLISH,
  });
  await site.sql(
    'update users set accepted_terms = (select max(id) from page_version) where uid <> $1',
    [asked.uid],
  );
  return asked;
}
