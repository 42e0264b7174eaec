import type { Client } from '../support/client.ts';
import type { Site } from './site.ts';

const FIRST = `<p>云南的雨季从六月开始。婶婶带我进山，她自己只采三种菌子。</p>
<h2>进山以前</h2>
<p>前一夜下雨，第二天清早出门，路很滑。</p>
<p>带一只竹篮，不用塑料袋。菌子要透气，孢子也好落回土里。</p>
<p>认不得的不碰。</p>
<ul class="task-list"><li data-checked="false">竹篮</li><li data-checked="true">长裤和雨靴</li></ul>
<h2>认得的几种</h2>
<table><thead><tr><th>菌子</th><th>一斤的价钱</th></tr></thead><tbody><tr><td>鸡枞</td><td>90 元</td></tr><tr><td>牛肝菌</td><td>60 元</td></tr></tbody></table>
<p>见手青<span class="footnote">切开后变蓝，所以叫这个名字。</span>要炒熟。</p>
<p>水的沸点随海拔下降，大约是 <code class="language-math">T = 100 - h/300</code>。</p>
<pre><code class="language-python">def minutes(height):
    return 15 + height / 300</code></pre>
<p>更多可以看<a href="https://example.org/mushrooms">这一页</a>。</p>
<p>最后一句话：别贪心。</p>`;

const SECOND = FIRST.replace('三种菌子', '两种菌子')
  .replace('<p>认不得的不碰。</p>', '<p><strong>认不得的不碰。</strong></p>')
  .replace('data-checked="false"', 'data-checked="true"')
  .replace('90 元', '120 元')
  .replace('所以叫这个名字', '名字由此而来')
  .replace('h/300', 'h/285')
  .replace('15 + height', '20 + height')
  .replace('org/mushrooms', 'org/fungi')
  .replace('<h2>认得的几种</h2>', '<p>出发前告诉家里人走哪条路。</p><h2>认得的几种</h2>')
  .replace('<p>最后一句话：别贪心。</p>', '');

const THIRD = SECOND.replace('路很滑', '山路还很滑，走得慢').replace(
  '要炒熟',
  '一定要炒熟，炒够二十分钟',
);

/** A public post with two public versions, whose author shows changes, and a third version that is not public yet. */
export async function seedHistory(site: Site, author: Client): Promise<number> {
  const text = { title: '雨季的菌子', tags: ['山居'], show_changes: true };
  const { id } = (await author.post('/api/studio/posts', { ...text, body: FIRST })).body;
  const save = async (version: number, changes: object) => {
    // A change within a minute of the publication does not count as an edit.
    site.wait(90);
    const url = `/api/studio/posts/${id}`;
    const { status } = await author.put(url, { ...text, ...changes, version });
    if (status !== 200) throw new Error(`seeding failed: ${status}`);
  };
  await save(1, { title: '雨季的菌子和一锅汤', tags: ['山居', '吃'], body: SECOND });
  await save(2, { title: '雨季的菌子和一锅汤', tags: ['山居', '吃'], body: THIRD, draft: true });
  return id;
}
