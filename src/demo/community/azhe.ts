import type { DemoMember } from '../community.ts';

export const azhe: DemoMember = {
  key: 'azhe',
  username: '阿哲',
  signature: '前端。能用浏览器自带的，就不装包！',
  joined: 200,
  presence: 0.8,
  posts: [
    {
      title: 'satisfies 到底满足了谁',
      days_ago: 80,
      body: `<p>我承认，<code>satisfies</code> 出来好久，我一直当它是“换个写法的类型标注”。直到上周被一个路由表教做人。</p>
<p>需求很简单：一张表，键是页面名，值是路径。先用标注：</p>
<pre><code class="language-typescript">type Path = \`/\${string}\`;

const routes: Record&lt;string, Path&gt; = {
  home: '/',
  studio: '/studio',
};

routes.stduio; // 拼错了，编译器：没问题呀，任何 string 都可以当键</code></pre>
<p>标注的意思是“从今以后，请把它<strong>当成</strong>这个类型”。于是具体有哪些键，编译器当场就忘了。那不标注呢？键是记住了，可是值写成 <code>'studio'</code>（漏了斜杠）也没人管。</p>
<p>我两个都要！这就是 <code>satisfies</code>：</p>
<pre><code class="language-typescript">type Path = \`/\${string}\`;

const routes = {
  home: '/',
  studio: '/studio',
} satisfies Record&lt;string, Path&gt;;

type PageName = keyof typeof routes; // 'home' | 'studio'

export function linkTo(page: PageName): Path {
  return routes[page];
}</code></pre>
<p>它的意思是“请<strong>检查</strong>它够不够格，但别改变你对它的认识”。像体检：医生看完说合格，你还是你，不会变成一个“合格的人类”。</p>
<p>我现在的口诀：</p>
<ul>
<li>要<em>放宽</em>（以后会被赋别的值）→ 用标注 <code>: T</code></li>
<li>要<em>检查</em>，又想保留细节（常量表、配置）→ 用 <code>satisfies T</code></li>
<li>要<em>撒谎</em> → 用 <code>as T</code>，然后在代码评审里准备好被我盘问</li>
</ul>`,
      comments: [
        { by: 'xiaowu', text: '“像体检，你还是你”，这个比喻我转给全组了。' },
        {
          by: 'tomas',
          text: 'Your third bullet made me laugh out loud on a train. `as` is indeed a small lie told to a friend.',
        },
        {
          by: 'jingzi',
          text: '口诀第一条举个例子？',
          replies: [
            {
              by: 'azhe',
              text: 'let state: State = "idle"，后面会变成别的。不标注的话 let 会被推成 string，传给只收 State 的函数就对不上了。',
            },
            { by: 'jingzi', text: '明白了，谢谢！' },
          ],
        },
      ],
    },
    {
      title: '四个布尔值，十六种状态，其中十二种是 bug',
      days_ago: 47,
      body: `<p>先看一段我自己三个月前写的代码，请大家尽情嘲笑：</p>
<pre><code class="language-typescript">type UploadState = {
  isUploading: boolean;
  isDone: boolean;
  hasError: boolean;
  isCancelled: boolean;
  url?: string;
  message?: string;
  percent?: number;
};</code></pre>
<p>四个布尔值，2⁴ = 16 种组合。真正说得通的有几种？正在传、传完了、出错了、取消了，四种。剩下十二种，比如“既完成又出错还在上传”，都是 bug 的预留车位。而且它们真的停满过：用户取消之后，进度条还在跑，最后弹出了“上传成功”。</p>
<h2>把“不可能”写进类型</h2>
<p>先别写代码，拿支笔画圈和箭头：有哪几种状态，谁能变成谁。<em>画不出来的状态，就不该写得出来。</em></p>
<p>可辨识联合（discriminated union）的想法朴素得很：一次只能是一种，每种只带自己需要的东西。</p>
<pre><code class="language-typescript">type Upload =
  | { state: 'uploading'; percent: number }
  | { state: 'done'; url: string }
  | { state: 'failed'; message: string }
  | { state: 'cancelled' };

function describe(upload: Upload): string {
  switch (upload.state) {
    case 'uploading': return \`已上传 \${upload.percent}%\`;
    case 'done': return \`完成：\${upload.url}\`;
    case 'failed': return \`失败：\${upload.message}\`;
    case 'cancelled': return '已取消';
  }
}</code></pre>
<p>注意几件事。第一，<code>url</code> 不再是可选的：只要是 <code>done</code>，它一定在；只要不是，你连碰都碰不到。之前代码里那一堆 <code>url!</code> 和 <code>message ?? ''</code>，全没了。第二，函数写了返回类型 <code>string</code>，如果漏掉一个分支，编译器会说“函数缺少结束返回语句”。</p>
<h2>加一种状态，让编译器列待办</h2>
<p>产品说：上传之前要先压缩。我在联合里加了一行：</p>
<pre><code class="language-typescript">  | { state: 'compressing' }</code></pre>
<p>保存，编辑器里七个地方同时变红。这不是七个错误，这是<strong>七条待办</strong>：哪里要显示、哪里要禁用按钮、哪里要能取消，一条不漏。以前加状态，靠的是全局搜索 <code>isUploading</code> 和祈祷。</p>
<p>如果你的 <code>switch</code> 不返回值，编译器就没法靠返回类型提醒你，那就在最后兜一下：</p>
<pre><code class="language-typescript">export function assertNever(value: never): never {
  throw new Error(\`没有想到的情况：\${JSON.stringify(value)}\`);
}</code></pre>
<p>放进 <code>default</code> 分支。所有情况都处理了，走到那里的类型就是 <code>never</code>，平安无事；漏了一种，类型对不上，当场报错。</p>
<h2>转移也可以写清楚</h2>
<p>状态说清楚了，下一步自然是“谁能变成谁”。我没有引入状态机的库，就写了一个纯函数：</p>
<pre><code class="language-typescript">type UploadEvent =
  | { type: 'progress'; percent: number }
  | { type: 'finish'; url: string }
  | { type: 'fail'; message: string }
  | { type: 'cancel' };

function next(upload: Upload, event: UploadEvent): Upload {
  // 已经结束的就是结束了，迟到的消息不再改变它
  if (upload.state !== 'uploading') return upload;
  switch (event.type) {
    case 'progress': return { state: 'uploading', percent: event.percent };
    case 'finish': return { state: 'done', url: event.url };
    case 'fail': return { state: 'failed', message: event.message };
    case 'cancel': return { state: 'cancelled' };
  }
}</code></pre>
<p>看第一行的 <code>if</code>。开头那个“取消之后弹出成功”的 bug，就死在这一行上。测试也变得特别好写：给一个状态、一个事件，断言下一个状态，连浏览器都不用开。</p>
<h2>老代码怎么搬</h2>
<p>别想着一个周末全改完，我试过，周一全撤回来了。后来的办法是：先写一个函数，把旧的那堆布尔值<em>翻译</em>成新的联合，遇到说不通的组合就记一条日志，按“失败”算；然后新写的代码只认联合，旧代码碰到一处改一处；最后那个翻译函数没人调用了，删掉。前后一个月，线上没停过。那几天的日志也很好看，“既完成又取消”一天出现四十多次，原来用户一直在替我们忍着。</p>
<h2>门口要有人查票</h2>
<p>提醒一句：类型只在编译的时候站岗。接口返回的 JSON、本地存储里的旧数据，都可能不是你以为的样子。<code>as Upload</code> 等于让它翻墙进来。老老实实在入口检查一遍 <code>state</code> 是不是认识的那几个，不认识就拒绝，里面的代码才可以放心。</p>
<h2>什么时候别用</h2>
<p>真正互相独立的开关就该是布尔值。“深色模式”和“侧栏收起”可以任意组合，四种都合法，硬拼成联合反而傻。判断方法只有一个问题：<em>这些组合，是不是每一种都说得通？</em>都说得通，用布尔；有一种说不通，就用联合。</p>`,
      comments: [
        {
          by: 'xiaowu',
          text: '恭喜你重新发明了 Rust 的 enum（拱手）。',
          replies: [
            { by: 'azhe', text: '我们这叫殊途同归！而且我的编译只要一秒！' },
            { by: 'xiaowu', text: '……行，这局你赢。' },
          ],
        },
        { by: 'linxi', text: '数据库那边同理：一个 status 加 CHECK，胜过四个 boolean 列。' },
        {
          by: 'jingzi',
          text: 'next 里的 fail 事件，如果是用户断网之后又恢复呢？failed 还能回到 uploading 吗？',
          replies: [
            {
              by: 'azhe',
              text: '好问题，要加一个 retry 事件，从 failed 回到 uploading，那个 if 也要跟着改。我故意没写，怕篇幅失控，其实是当时没想到。',
            },
            { by: 'yejian', text: '“其实是当时没想到”，喜欢这份诚实。' },
          ],
        },
        {
          by: 'hana',
          text: 'The question at the end, “does every combination make sense?”, is also how I decide which font axes to offer.',
        },
        {
          by: 'kankan',
          text: '我们项目里有一个对象有九个布尔值。不敢算了。',
          replies: [
            { by: 'suanpan', text: '512。' },
            { by: 'kankan', text: '谢谢，我今晚睡不着了。' },
          ],
        },
      ],
    },
    {
      title: '一行 CSS，治好中文标题的孤字',
      days_ago: 26,
      body: `<p>标题折行以后，第二行孤零零剩一个“了”字。以前我会手动插 <code>&lt;br&gt;</code>，换个屏幕宽度又原形毕露。现在：</p>
<pre><code class="language-css">h1, h2, h3 {
  text-wrap: balance;
}</code></pre>
<p>浏览器会把各行凑得差不多长。中文照样有效，因为它平衡的是行，不是单词。注意两点：它只适合短文本，行数一多浏览器就不算了；正文要防孤字，用 <code>text-wrap: pretty</code>。不支持的浏览器会当没看见，一点坏处没有，这种 CSS 我最爱！</p>`,
      comments: [
        {
          by: 'hana',
          text: '补充：balance 不会改变折行规则，标点避头尾仍由 line-break 决定，两个可以一起用。',
          replies: [{ by: 'azhe', text: '专业的来了！感谢，我去补一篇 line-break。' }],
        },
        { by: 'yejian', text: '治好的不止孤字，还有设计师的血压。' },
        { by: 'maodou', text: '刚加上，首页瞬间贵了两百块。' },
      ],
    },
    {
      title: '我删掉了三个组件库',
      days_ago: 13,
      picture: { scene: 'rain', hue: 190, alt: '雨里，一个人撑着伞，远处的山很淡' },
      body: `<p>周末做大扫除：弹窗、手风琴、下拉气泡，三个库，一共几千行，换成了浏览器自带的三样东西。记一下配方。</p>
<figure><img src="{picture}" alt="雨里，一个人撑着伞，远处的山很淡"><figcaption>删代码的心情：雨还在下，可是东西少了，一把伞就够。</figcaption></figure>
<h3>弹窗：dialog</h3>
<pre><code class="language-html">&lt;dialog id="confirm"&gt;
  &lt;form method="dialog"&gt;
    &lt;p&gt;真的要删除吗？&lt;/p&gt;
    &lt;button value="no"&gt;留着&lt;/button&gt;
    &lt;button value="yes"&gt;删除&lt;/button&gt;
  &lt;/form&gt;
&lt;/dialog&gt;</code></pre>
<pre><code class="language-typescript">const dialog = document.querySelector&lt;HTMLDialogElement&gt;('#confirm');
dialog?.addEventListener('close', () =&gt; {
  if (dialog.returnValue === 'yes') console.log('删掉');
});
dialog?.showModal();</code></pre>
<p>背景不可点、Esc 关闭、焦点进去再回来，全是送的。以前那个库为这几件事写了六百行。</p>
<h3>手风琴：details</h3>
<p>给几个 <code>&lt;details&gt;</code> 写上同一个 <code>name</code>，打开一个，别的自动合上。零行脚本，关了 JavaScript 也能用，而且页内查找能搜到折叠的内容（Chromium 会自动展开它）。</p>
<h3>气泡：popover</h3>
<pre><code class="language-html">&lt;button popovertarget="tips"&gt;这是什么？&lt;/button&gt;
&lt;div id="tips" popover&gt;点外面或按 Esc 就会关上。&lt;/div&gt;</code></pre>
<p>它显示在最顶层，从此告别 <code>z-index: 99999</code>。</p>
<h3>结果</h3>
<p>打包后的脚本小了一大截，键盘操作反而更好了。唯一的代价：下拉菜单的定位还得自己算几行，锚点定位等它再普及一点。<strong>教训：每年把装过的库拿出来问一遍，平台是不是已经会了。</strong></p>`,
      comments: [
        {
          by: 'yejian',
          text: '提醒一句：dialog 打开后焦点默认落在第一个可聚焦的元素上，你的例子里正好是“留着”，很好。要是先写“删除”就危险了。',
          replies: [
            { by: 'azhe', text: '我要说我是故意的，你信吗？' },
            { by: 'yejian', text: '不信，但顺序是对的。' },
          ],
        },
        {
          by: 'mara',
          text: 'The “留着 / keep it” label instead of “cancel” is a lovely detail. You always know what each button does.',
        },
        { by: 'oskar', text: 'Fewer dependencies, fewer Tuesday-night advisories. Bless you.' },
        { by: 'xinlai', text: '第一次知道 details 可以有 name！' },
      ],
    },
    {
      title: 'Intl 什么都会：不装库的日期、排序和列举',
      days_ago: 0,
      state: 'pending',
      body: `<p>又删了一个库。浏览器和 Node 里自带的 <code>Intl</code>，比我想的能干得多：</p>
<pre><code class="language-typescript">const ago = new Intl.RelativeTimeFormat('zh-CN', { numeric: 'auto' });
console.log(ago.format(-1, 'day'), ago.format(-3, 'hour')); // 昨天 3小时前

const list = new Intl.ListFormat('zh-CN', { type: 'conjunction' });
console.log(list.format(['林溪', '小吴', '练鹤'])); // 林溪、小吴和练鹤

const byPinyin = new Intl.Collator('zh-CN');
console.log(['周', '阿', '林'].sort(byPinyin.compare)); // [ '阿', '林', '周' ]

const words = new Intl.Segmenter('zh-CN', { granularity: 'word' });
console.log([...words.segment('灯火还亮着')].map((part) =&gt; part.segment));</code></pre>
<p>最后一个最惊喜：<code>Segmenter</code> 会分词！结果依赖运行环境自带的词典，做搜索引擎不够，做“双击选中一个词”“按词统计”绰绰有余。它还有 <code>grapheme</code> 模式，数“👨‍👩‍👧”是一个字而不是八个，做字数限制一定要用它。</p>
<p>唯一要注意：这些对象创建起来不便宜，别在循环里 <code>new</code>，放到外面复用。</p>`,
      comments: [],
    },
  ],
};
