import type { DemoMember } from '../community.ts';

export const yejian: DemoMember = {
  key: 'yejian',
  username: '夜间模式',
  signature: '做界面的。好的设计应该安静，并且谁都用得了。',
  joined: 140,
  presence: 0.7,
  posts: [
    {
      title: '深色模式不是把颜色反过来',
      days_ago: 66,
      picture: { scene: 'city', hue: 255, alt: '夜色里的楼群，星星点点的窗灯，一轮月亮' },
      body: `<p>我的名字叫夜间模式，所以这篇迟早要写。</p>
<figure><img src="{picture}" alt="夜色里的楼群，星星点点的窗灯，一轮月亮"><figcaption>夜里的城市不是白天的负片。光源变了，规则也变了。</figcaption></figure>
<p>很多深色模式是这样做出来的：白变黑，黑变白，蓝还是那个蓝，交付。看起来“有了”，用起来刺眼、发飘、分不清层次。原因是，人在暗处看东西，和在亮处不是同一双眼睛。</p>
<h2>不要用纯黑和纯白</h2>
<p>纯白的字在纯黑的底上，对比度是 21:1，数字上满分。可是瞳孔在暗处放大，亮的笔画会晕开，有散光的人尤其明显，字像在发光、在抖。把底抬到很深的灰，把字压到暖一点的浅灰，对比度仍有十几，眼睛却松下来了。</p>
<h2>影子没用了，要用光</h2>
<p>浅色界面里，浮起来的东西靠影子表示。深色的底上，影子看不见。办法是反过来想：<strong>离你越近的东西，被照得越亮。</strong>页面最暗，卡片亮一点，弹窗再亮一点。三级足够。</p>
<h2>颜色要重新选，不是重新算</h2>
<p>同一个链接蓝，两边量一量：</p>
<table><thead><tr><th>颜色</th><th>在浅底 #faf8f5 上</th><th>在深底 #17191d 上</th></tr></thead><tbody>
<tr><td>#1d4ed8</td><td>6.3:1</td><td>2.6:1（不合格）</td></tr>
<tr><td>#93b4ff</td><td>1.9:1（不合格）</td><td>8.6:1</td></tr>
</tbody></table>
<p>深色里的彩色，通常要更亮、更淡。饱和度高的颜色在暗底上会“跳”出来，一屏有三处，人就不知道看哪里。</p>
<h2>写法</h2>
<pre><code class="language-css">:root {
  color-scheme: light dark;
  --page: light-dark(#faf8f5, #17191d);
  --raised: light-dark(#ffffff, #22252b);
  --ink: light-dark(#1f1a17, #e8e3dc);
  --link: light-dark(#1d4ed8, #93b4ff);
}

:root[data-theme='light'] { color-scheme: light; }
:root[data-theme='dark'] { color-scheme: dark; }

body { background: var(--page); color: var(--ink); }
a { color: var(--link); }</code></pre>
<p>第一行最重要，也最常被忘。<code>color-scheme</code> 告诉浏览器“我两种都支持”，于是滚动条、输入框、下拉菜单这些不归你画的东西，也一起换了衣服。<code>light-dark()</code> 跟着它走，所以只要换 <code>color-scheme</code> 一处，全部跟着换，不必把颜色写两遍。</p>
<h3>三个选项，不是两个</h3>
<p>开关要有“浅色、深色、跟随系统”，默认跟随系统。读者已经在系统里告诉过你一次了，不要让他再说一遍。选择要记住，并且在画第一笔之前就生效，否则深夜里每次翻页都闪一道白光，那是最不该发生的事。</p>
<pre><code class="language-html">&lt;!-- 放在 head 里，样式表之前 --&gt;
&lt;script&gt;
  const theme = localStorage.getItem('theme');
  if (theme) document.documentElement.dataset.theme = theme;
&lt;/script&gt;</code></pre>
<p>这是我少数赞成写在页面里的脚本。它只有两行，却要赶在一切之前。如果能由服务器记住选择、直接写在 <code>html</code> 标签上，那就更好，连这两行也不用。</p>
<h2>状态也要重新看一遍</h2>
<p>悬停、选中、禁用、报错，每一种都要在深色里再看一次。浅色里“悬停变暗一点”的规则，到了深色要改成“变亮一点”；禁用的按钮在浅色里是灰，在深色里往往和背景融成一片，像是丢了。报错的红尤其麻烦：太暗看不清，太亮像警报，我通常选一个偏粉的红，再配一个图标，让看不出红的人也知道这里出了事。</p>
<h2>最后，图片和字</h2>
<ul>
<li>白底的插图放进深色页面像一扇没关的窗。能换成透明底就换，不能换，给它一个圆角和一点内边距，让它看起来是“一张纸”，而不是一个洞。</li>
<li>深底上的字看起来会显得粗一点。如果字体有可变字重，稍微减一点。</li>
<li>不要用颜色深浅当唯一的区别。在两种模式里都把屏幕调到灰度，看看还认不认得出哪里能点。</li>
</ul>
<p>做完以后，请在晚上十一点关了灯，用它读完一篇长文章。如果你忘了自己是在检查，那就是做好了。</p>`,
      comments: [
        {
          by: 'hana',
          text: 'On weight: yes. For CJK the effect is stronger because strokes sit closer together; I drop about 20 units on the weight axis in dark mode.',
          replies: [{ by: 'yejian', text: 'Thank you. 20 it is. I had been guessing.' }],
        },
        {
          by: 'azhe',
          text: 'light-dark() 我一直当玩具看，原来配 color-scheme 是这么用的！今晚就把两份变量合成一份。',
        },
        {
          by: 'guxing',
          text: '我们看星的人用红光，就是为了不惊动瞳孔。什么时候有个“红色模式”？',
          replies: [
            { by: 'yejian', text: '这是我收到过的最好的需求。认真考虑中。' },
            { by: 'azhe', text: '一行 filter 的事……但我不敢在这篇底下写。' },
          ],
        },
        {
          by: 'oskar',
          text: 'The white flash at 3 a.m. on call. You described my life. Thank you for fighting it.',
        },
        { by: 'manman', text: '关了灯读完了这一篇，读到最后才想起来是在检查。做好了。' },
      ],
    },
    {
      title: '4.5:1 是怎么算出来的',
      days_ago: 41,
      body: `<p>“对比度至少 4.5:1”，大家都会背。它怎么来的，值得看一眼，因为只有二十行。</p>
<pre><code class="language-typescript">function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) =&gt; Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((value) =&gt;
    value &lt;= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) =&gt; a - b);
  return (light + 0.05) / (dark + 0.05);
}

console.log(contrast('#767676', '#ffffff').toFixed(2)); // 4.54
console.log(contrast('#777777', '#ffffff').toFixed(2)); // 4.48</code></pre>
<p>分两步。第一步，把屏幕上的数值还原成真实的光量：屏幕为了省字节，暗部存得细、亮部存得粗，所以 <code>#808080</code> 的光并不是白色的一半，只有两成多。第二步，按人眼的敏感程度加权：绿占七成，蓝不到一成。两边各加 0.05，是当作屏幕表面总有一点反光。</p>
<p>于是有了那条著名的分界：白底上，<code>#767676</code> 是合格的最浅的灰，再浅一级就不行了。</p>
<p>知道了公式，也就知道它的边界：</p>
<ul>
<li>它不管字的粗细。细体的 4.5 比粗体的 4.5 难读得多。</li>
<li>它对深底上的暗色偏宽容，数字过了，眼睛未必过。</li>
<li>大字只要 3:1，图标和输入框的边也是 3:1，常被忘记。</li>
</ul>
<p>所以我把它当<strong>及格线</strong>，不当目标。正文我一般做到 7 以上，然后关掉工具，用眼睛看。</p>`,
      comments: [
        { by: 'lianhe', text: '图表里的浅灰坐标轴，多少人倒在 3:1 上。包括昨天的我。' },
        { by: 'xiaowu', text: '“#808080 只有两成多的光”，我一直以为是一半。世界观刷新。' },
        { by: 'suanpan', text: '三个系数加起来正好是 1，账是平的。' },
        {
          by: 'hana',
          text: '“Turn off the tool and use your eyes” should be the second half of every guideline.',
        },
      ],
    },
    {
      title: '拔掉鼠标，走一遍自己的网站',
      days_ago: 19,
      body: `<p>今天的练习：把鼠标放进抽屉，用键盘完成注册、写一篇文章、回复一条评论。不用任何专业工具，十分钟，能找到一半以上的无障碍问题。</p>
<p>按键只有几个：<code>Tab</code> 向前，<code>Shift + Tab</code> 向后，<code>Enter</code> 打开，空格按下，<code>Esc</code> 关闭，方向键在一组里移动。边走边问：</p>
<ol>
<li><strong>我在哪里？</strong>每按一次 Tab，都应该立刻看得见焦点。看不见，就像在黑屋子里走路。</li>
<li><strong>顺序对吗？</strong>焦点应该跟着阅读的顺序走，而不是在屏幕上瞬移。</li>
<li><strong>能不能抄近路？</strong>第一个 Tab 应该出现“跳到正文”，不然每一页都要先走完二十个导航链接。</li>
<li><strong>进去了，出得来吗？</strong>弹窗打开，焦点要进去；关上，要回到刚才那个按钮。</li>
<li><strong>有没有只能用鼠标做的事？</strong>悬停才出现的按钮、只能拖动的排序、用 div 假扮的开关。</li>
</ol>
<p>最常见的罪魁是一行好心的代码：</p>
<pre><code class="language-css">/* 请不要 */
*:focus { outline: none; }

/* 请这样：鼠标点按时不显示，键盘走到时一定显示 */
:focus-visible {
  outline: 3px solid currentColor;
  outline-offset: 2px;
}</code></pre>
<p>有人问，用键盘的人能有几个？手腕疼的、鼠标没电的、抱着孩子只剩一只手的、眼睛看不见用读屏的、还有每一个打字飞快懒得抬手的人。<em>我们每个人，都只是暂时用得了鼠标。</em></p>`,
      comments: [
        { by: 'yuer', text: '“抱着孩子只剩一只手”，谢谢你想到我们。' },
        { by: 'tomas', text: 'I design keyboards and I approve of the drawer.' },
        {
          by: 'azhe',
          text: '刚拿自己的博客试了，第三步就卡住：菜单进去出不来，成了我自己的囚徒。修好了，谢谢。',
          replies: [{ by: 'yejian', text: '恭喜出狱。' }],
        },
        {
          by: 'dengzhu',
          text: '灯火走了一遍，找到一处：关闭图片之后焦点丢了。已记下，谢谢。',
          replies: [
            { by: 'yejian', text: '站长的网站第一个 Tab 就有“跳到正文”，已经赢了大多数。' },
          ],
        },
        {
          by: 'mara',
          text: '“We are all only temporarily able to use a mouse.” Sending this to every designer I know.',
        },
      ],
    },
    {
      title: '图片的替代文字，写给谁',
      days_ago: 0,
      body: `<p>写给此刻看不见这张图的人：读屏的人，网慢的人，在地铁里的人。所以问题不是“图里有什么”，而是“<strong>少了这张图，他会少知道什么</strong>”。</p>
<p>同一张照片，一只猫坐在键盘上。讲猫的文章里写“橘猫把下巴搁在空格键上睡着了”；讲键盘的文章里写“分体键盘，左右各四列，左半边有一只猫”。纯粹装饰的花边，就留空，让它安静地过去。</p>
<p>不必以“图片：”开头，读屏软件已经说过了。</p>`,
      comments: [
        {
          by: 'wren',
          text: 'The cat example is perfect. I went back and rewrote twelve “bird on branch”s.',
        },
        { by: 'xinlai', text: '学到了“留空”这一条，我以前每个花边都写“装饰线”。' },
        {
          by: 'jiuying',
          text: '我给自己的照片写替代文字时，才发现有几张其实没什么可说的。后来就删了。',
          replies: [{ by: 'yejian', text: '它还是一个很好的选片工具。' }],
        },
      ],
    },
  ],
};
