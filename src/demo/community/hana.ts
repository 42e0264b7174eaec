import type { DemoMember } from '../community.ts';

export const hana: DemoMember = {
  key: 'hana',
  username: 'Hana',
  signature: 'Type, CJK and Latin. I will look at your kerning. 字间有天地。',
  joined: 194,
  presence: 0.7,
  posts: [
    {
      title: 'Latin and 汉字 on one line, without a fight',
      days_ago: 88,
      picture: {
        scene: 'diagram',
        hue: 285,
        alt: 'A geometric diagram of lines and points, like the construction of a letter',
      },
      body: `<p>This site has two languages on nearly every page, and so do most of my jobs. People ask which font they should buy. It is almost never the font. It is five small decisions, all of which a style sheet can make.</p>
<figure><img src="{picture}" alt="A geometric diagram of lines and points, like the construction of a letter"><figcaption>Two traditions, one line. Each thinks that the other stands at the wrong height.</figcaption></figure>
<h2>1. Latin first, then Chinese</h2>
<p>A browser takes each character from the first font in the list that has it. Chinese fonts contain Latin letters as well, often drawn as an afterthought. Latin fonts contain no Chinese. So name the Latin one first:</p>
<pre><code class="language-css">:root {
  font-family: "Source Serif 4", "Noto Serif CJK SC", serif;
}</code></pre>
<p>The other way round, your careful Latin never appears.</p>
<h2>2. Say which language it is</h2>
<p>Not for politeness. <code>lang="zh-CN"</code> decides which shape of a character you get, where lines may break and what a screen reader says. Put it on the page, and again on each passage in the other language. Everything below hangs on it.</p>
<h2>3. Give the quotation marks back</h2>
<p>Here is the trap in decision one. The curly quotes <code>“ ” ‘ ’</code>, the dash <code>—</code> and the ellipsis <code>…</code> are <em>the same code points</em> in English and in Chinese. In Chinese text they ought to be a full square wide, with the ellipsis in the middle of the line rather than on the floor. With Latin first, they all come out narrow, and a Chinese reader sees a sentence with teeth missing.</p>
<p>A font face that owns nothing but those marks puts it right:</p>
<pre><code class="language-css">@font-face {
  font-family: "Han marks";
  src: local("Noto Serif CJK SC"), local("Songti SC");
  unicode-range: U+2014, U+2018-2019, U+201C-201D, U+2026;
}

:lang(zh) {
  font-family: "Han marks", "Source Serif 4", "Noto Serif CJK SC", serif;
}</code></pre>
<h2>4. Air between, but not by hand</h2>
<p>Between a Chinese character and a Latin word, the eye wants a little air: about a quarter of a square or less. For decades we typed a space there, and many still do. Newer browsers can do it for us, and can also close up the holes where two full-width marks meet:</p>
<pre><code class="language-css">:lang(zh) {
  text-autospace: normal;
  text-spacing-trim: normal;
}</code></pre>
<p>Where it isn’t supported yet, nothing breaks. If your authors type the space anyway, nothing doubles either: the browser adds air only where the two touch.</p>
<h2>5. Different sizes of the same thing</h2>
<p>A Chinese character fills its square. A Latin word is mostly x-height, with a few sticks. At the same font size the Chinese looks larger and denser, and it needs more room between its lines and fewer characters in each:</p>
<table><thead><tr><th></th><th>Latin</th><th>Chinese</th></tr></thead><tbody>
<tr><td>Line height</td><td>1.45 to 1.6</td><td>1.7 to 1.9</td></tr>
<tr><td>Comfortable line</td><td>60 to 75 letters</td><td>30 to 40 characters</td></tr>
<tr><td>Paragraphs set apart by</td><td>an indent or a space</td><td>an indent of two, or a space</td></tr>
<tr><td>Emphasis</td><td>italic</td><td>weight, or dots; never slanted</td></tr>
</tbody></table>
<p>On a page that mixes both, let the language of the paragraph win. Do not look for the average: 1.65 is wrong for everybody, only equally so.</p>
<h2>Then, the font</h2>
<p>If there is any budget left, match <strong>colour</strong> before style: squint until the text is a grey field, and choose the pair in which you cannot see where the language changes. A plain pair with the same grey beats two beauties that shout across the line.</p>`,
      comments: [
        {
          by: 'yejian',
          text: '第 3 条救了我。省略号掉在地板上这件事我改了三年，一直用 <span> 包。',
          replies: [
            {
              by: 'hana',
              text: 'Go and delete those spans. It is the most satisfying commit of the year.',
            },
          ],
        },
        {
          by: 'azhe',
          text: 'text-autospace 和手打空格共存的那一句很重要，之前一直担心会变成双倍间距。',
        },
        {
          by: 'ellis',
          text: '“A sentence with teeth missing.” I shall never again not see it.',
        },
        {
          by: 'dengzhu',
          text: '本站的行高一直是「取平均」。今天改掉。',
          replies: [
            {
              by: 'hana',
              text: 'I did not want to name anybody, but yes, I wrote that sentence while looking at you.',
            },
            { by: 'dengzhu', text: '感觉到了目光。' },
          ],
        },
        {
          by: 'maodou',
          text: 'Does squinting work with dark mode?',
          replies: [
            {
              by: 'hana',
              text: 'Yes, and check it there separately: light text on dark looks bolder, so a pair may fall apart.',
            },
            {
              by: 'yejian',
              text: '@毛豆 Seconded. One step lighter in dark mode, if the font has the weight.',
            },
          ],
        },
        { by: 'lianhe', text: '图表里的中英混排能不能也写一篇？坐标轴标签是重灾区。' },
      ],
    },
    {
      title: 'One code point, four faces: 骨, 直, 令, 角',
      days_ago: 55,
      body: `<p>Unicode has one number for 骨, bone: U+9AA8. But if you ask a reader in Beijing, one in Taipei and one in Tokyo to draw it for you, you get three drawings. Nobody is wrong. They learnt it from different blackboards.</p>
<p>When the characters were gathered into one code, variants of <em>the same character</em> got one number, and their exact shape was left to the font. This is called Han unification, and here is what it looks like up close:</p>
<table><thead><tr><th>Character</th><th>Mainland China</th><th>Taiwan</th><th>Japan, Korea</th></tr></thead><tbody>
<tr><td>骨 U+9AA8</td><td>the little corner at the top sits on the left</td><td>on the right; the lower part has slanted strokes</td><td>on the right; the lower part has level strokes</td></tr>
<tr><td>直 U+76F4</td><td>stands on one long level stroke</td><td>as on the mainland</td><td>an L goes down the left side and along the bottom</td></tr>
<tr><td>令 U+4EE4</td><td>a dot in the middle, a slanted tail</td><td>a level stroke in the middle, a slanted tail</td><td>in print, a level stroke above a straight-legged 卩</td></tr>
<tr><td>角 U+89D2</td><td>the middle stroke runs through to the bottom</td><td>it stops at the last crossbar</td><td>it stops at the last crossbar</td></tr>
</tbody></table>
<p>Which one do you see in the left-hand column? It depends on the language this page declares and on the fonts that you have. If it was never declared, the browser guesses from your system, and the Japanese reader of your Chinese page may get Chinese bones, or the other way round. It is legible, and yet slightly off, as if a letter to you were written in somebody else’s hand.</p>
<p>The cure is free:</p>
<pre><code class="language-html">&lt;p lang="zh-CN"&gt;骨&lt;/p&gt;
&lt;p lang="zh-TW"&gt;骨&lt;/p&gt;
&lt;p lang="ja"&gt;骨&lt;/p&gt;</code></pre>
<p>Three attributes, three right answers, one code point. When somebody tells me that <code>lang</code> is only for screen readers, I show them a bone.</p>`,
      comments: [
        {
          by: 'akira',
          text: 'My phone was once set to English, and every Japanese message looked faintly Chinese. I could not say why it felt cold. It was the bones.',
        },
        { by: 'tangtang', text: '作为天天写「骨骼肌」的人，第一次知道那个小方角会换边。' },
        {
          by: 'xiaowu',
          text: 'So string equality is fine but screenshot tests are not. That explains a very odd failure in our CI.',
          replies: [
            {
              by: 'hana',
              text: 'Missing fonts on the test machine? Pin the fonts and set lang, and it will calm down.',
            },
            { by: 'xiaowu', text: '就是这个。谢谢！' },
          ],
        },
        { by: 'heyun', text: '板书时学生问过「直」里面到底几横，原来可以回答：看你在哪里上学。' },
      ],
    },
    {
      title: 'There is no italic in Chinese',
      days_ago: 18,
      body: `<p>Italics began as a typeface of their own, cut after a quick, narrow handwriting. It was only later that they became the upright’s companion and the voice in which we stress a word. Chinese has had many hands too, some of them swift and leaning, but never <em>that</em> one, with that job.</p>
<p>So when a browser meets <code>&lt;em&gt;</code> in Chinese text, it has no italic to reach for, and pushes the characters over by machine. Strokes that were balanced inside a square now slide out of it. It does not look stressed, it looks as if it had been parked badly.</p>
<p>What Chinese printing uses is a dot under each stressed character, 着重号. Japanese puts a small sesame seed above. Both are one property:</p>
<pre><code class="language-css">em:lang(zh),
em:lang(ja) {
  font-style: normal;
}

em:lang(zh) {
  text-emphasis: dot;
  text-emphasis-position: under right;
}

em:lang(ja) {
  text-emphasis: sesame;
  text-emphasis-position: over right;
}</code></pre>
<p>(<em>right</em> is for vertical lines, where under and over make no sense.)</p>
<p>Two things to look out for. The dots need room, so a line height below about 1.7 makes them bump into the next line. And a whole paragraph of dots is a rash: for anything longer than a few characters, change the weight instead, or do as good writers do and move the important word to the end.</p>`,
      comments: [
        {
          by: 'manman',
          text: '小时候语文课本里到处是着重号，网上几乎绝迹了。看到它居然只要一行 CSS，有点感动。',
        },
        {
          by: 'yejian',
          text: '补充：屏幕阅读器不会念出点来，所以 <em> 标签本身不能省。',
          replies: [
            { by: 'hana', text: 'Exactly. The dot is the clothing, the element is the voice.' },
          ],
        },
        {
          by: 'ellis',
          text: '“Move the important word to the end” is the best advice about italics that I have read in years.',
        },
        { by: 'jingzi', text: 'Parked badly! I see it everywhere now, and it is your fault.' },
      ],
    },
    {
      title: 'Hyphen, dash, minus, 破折号: a field guide',
      days_ago: 3,
      state: 'draft',
      body: `<p>Five little lines that look alike from across the street:</p>
<ul><li><strong>-</strong> the hyphen-minus, U+002D: the key on your keyboard, a compromise since the typewriter</li><li><strong>–</strong> the en dash, U+2013: ranges, 9–17 h</li><li><strong>—</strong> the em dash, U+2014: a breath, a turn</li><li><strong>−</strong> the minus, U+2212: as wide as the plus, and at its height</li><li><strong>——</strong> 破折号: two em dashes that must touch, and must never be split over a line</li></ul>
<p><em>Still to write: why the last one so often has a gap in the middle (fonts in which the em dash does not fill its square), and 连接号. Ask Akira about the long vowel mark ー, which everybody takes for a dash and which is not one.</em></p>`,
      comments: [],
    },
  ],
};
