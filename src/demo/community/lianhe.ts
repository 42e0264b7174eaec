import type { DemoMember } from '../community.ts';

export const lianhe: DemoMember = {
  key: 'lianhe',
  username: '练鹤',
  signature: '把数字画成看得懂的样子。少一点墨，多一点意思。',
  joined: 95,
  presence: 0.6,
  posts: [
    {
      title: '饼图并没有做错什么',
      days_ago: 60,
      picture: { scene: 'diagram', hue: 12, alt: '一张图，柱子后面叠着一条折线' },
      body: `<p>做图的人有个不成文的规矩：见到饼图要皱眉。我皱了五年，今天想替它说几句。</p>
<figure><img src="{picture}" alt="一张图，柱子后面叠着一条折线"><figcaption>先问要回答什么问题，再选形状。</figcaption></figure>
<p>反对的理由是实在的。人比较<strong>长度</strong>很准，比较<strong>角度</strong>很差。七块大小相近的扇形摆在一起，谁第三谁第四，没人说得清；换成条形图，一眼就排好了。</p>
<p>可是条形图也有说不出的话。它说得出“甲比乙多”，说不出“甲占了一半”。饼图天生带着一个“整体”，四分之一、一半、四分之三，是人从切西瓜就开始练的本事。</p>
<p>所以我的规矩改成了这样：</p>
<table><thead><tr><th>要回答的问题</th><th>我会画</th></tr></thead><tbody>
<tr><td>谁多谁少，差多少</td><td>条形图，从零开始，按大小排</td></tr>
<tr><td>其中一块占了多少</td><td>饼图，两三块，只给那一块上色</td></tr>
<tr><td>各部分怎么随时间变</td><td>折线；真要看合计才堆叠</td></tr>
<tr><td>就一个百分比</td><td>直接写那个数，写大一点</td></tr>
</tbody></table>
<p>饼图真正的敌人是三样东西：立体效果（近处的扇形凭空变大）、超过五块、图例放在十厘米以外。这三样去掉，它就是一张老实的图。</p>
<p>那些一见饼图就皱眉的人，多半也没做错什么，只是见过太多立体的。</p>`,
      comments: [
        { by: 'suanpan', text: '做了三十年报表，第一次看到有人替饼图喊冤，而且喊得有理。' },
        {
          by: 'yejian',
          text: '补一句：不要只靠颜色区分扇形，字直接写在块上，图例就可以不要了。',
          replies: [{ by: 'lianhe', text: '对，能直接标就不要图例，这条对所有图都成立。' }],
        },
        {
          by: 'noor',
          text: 'As someone who cuts actual pies: two or three slices, yes. Seven is a fight.',
        },
        { by: 'kankan', text: '“就一个百分比，直接写那个数”，拯救了我明天的汇报。' },
      ],
    },
    {
      title: '彩虹色带骗了我三年',
      days_ago: 31,
      picture: { scene: 'hills', hue: 300, alt: '几层远山，一层比一层深，太阳挂在山上' },
      body: `<p>刚入行时，我所有的热力图都用彩虹色：蓝、青、绿、黄、红，热闹，好看，领导喜欢。直到有人指着图问：“这里为什么有一道边界？”我回去查数据，那里什么也没有，平滑得很。边界是颜色画出来的。</p>
<figure><img src="{picture}" alt="几层远山，一层比一层深，太阳挂在山上"><figcaption>好的色带像远山：去掉颜色，仍然一层比一层深。</figcaption></figure>
<p>不信可以算。把数值从小到大映射成彩虹的色相，再看每一步的<em>亮度</em>：</p>
<pre><code class="language-python">import colorsys

def linear(c):
    return c / 12.92 if c &lt;= 0.04045 else ((c + 0.055) / 1.055) ** 2.4

for step in range(9):
    value = step / 8
    hue = (1 - value) * 240 / 360  # 从蓝到红
    r, g, b = (linear(c) for c in colorsys.hsv_to_rgb(hue, 1, 1))
    light = 0.2126 * r + 0.7152 * g + 0.0722 * b
    print(f"{value:.3f} {light:.2f} {'█' * round(light * 40)}")</code></pre>
<pre><code>0.000 0.07 ███
0.125 0.23 █████████
0.250 0.79 ███████████████████████████████
0.375 0.73 █████████████████████████████
0.500 0.72 █████████████████████████████
0.625 0.76 ██████████████████████████████
0.750 0.93 █████████████████████████████████████
0.875 0.37 ███████████████
1.000 0.21 █████████</code></pre>
<p>看出来了吗？数值一路上升，亮度却上蹿下跳：青色那里陡升，绿色那里一片平，黄色最亮，到了最大值反而暗下去。眼睛首先看明暗，其次才看颜色，于是它在不该有边的地方看见边，在该有差别的绿色区域什么也看不见。</p>
<p>换成亮度单调的色带，比如 viridis 这一类，从深紫到亮黄，打印成黑白也读得出来。色觉不同的人（大约每二十个男性里有一个）也读得出来。</p>
<p>检查只要一秒：<strong>把图变成灰度，还看得懂吗？</strong></p>`,
      comments: [
        {
          by: 'guxing',
          text: '天文的伪彩图也有这个毛病。我年轻时“发现”过一个气壳，后来知道是黄色那一圈。',
          replies: [{ by: 'lianhe', text: '抱抱老顾，我们都被黄色骗过。' }],
        },
        {
          by: 'jules',
          text: 'Elevation maps too! A rainbow turns a gentle hill into a set of terraces. Cyclists have suffered.',
        },
        { by: 'jiuying', text: '“把图变成灰度”，黑白摄影师看世界的方式，终于有人懂了。' },
        { by: 'xiaowu', text: '代码跑了，柱子一模一样。能复现的文章就是舒服。' },
      ],
    },
    {
      title: '给九十天的阅读画一张日历',
      days_ago: 8,
      picture: { scene: 'diagram', hue: 140, alt: '一张起伏不定的折线图' },
      body: `<p>慢慢读给了我她九十天的阅读记录，每天一个数：读了多少页。折线图画出来像心电图，什么也看不出。换成日历，故事自己就出来了。</p>
<figure><img src="{picture}" alt="一张起伏不定的折线图"><figcaption>先画成折线：看得出在动，看不出故事。</figcaption></figure>
<h3>三十行，不用库</h3>
<p>一格一天，一列一周，越深读得越多。</p>
<pre><code class="language-typescript">const STEP = 17;
const SHADES = ['#eceae6', '#cfe3d4', '#9ccaa8', '#5fa777', '#2c7a4b'];

/** 没读是 0，其余按名次分成四档 */
function levelOf(pages: number, sorted: number[]): number {
  if (pages === 0) return 0;
  const rank = sorted.findLastIndex((one) =&gt; one &lt;= pages) + 1;
  return Math.ceil((rank / sorted.length) * 4);
}

/** firstWeekday：第一天是星期几，0 是星期一 */
export function calendar(days: number[], firstWeekday: number): string {
  const sorted = days.filter((pages) =&gt; pages &gt; 0).sort((a, b) =&gt; a - b);
  const cells = days.map((pages, day) =&gt; {
    const slot = day + firstWeekday;
    const x = Math.floor(slot / 7) * STEP;
    const y = (slot % 7) * STEP;
    const fill = SHADES[levelOf(pages, sorted)];
    const label = \`第 \${day + 1} 天：\${pages} 页\`;
    return \`&lt;rect x="\${x}" y="\${y}" width="14" height="14" rx="3" fill="\${fill}"&gt;&lt;title&gt;\${label}&lt;/title&gt;&lt;/rect&gt;\`;
  });
  const width = Math.ceil((days.length + firstWeekday) / 7) * STEP;
  return \`&lt;svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \${width} \${7 * STEP}"&gt;\${cells.join('')}&lt;/svg&gt;\`;
}</code></pre>
<h3>两个小决定</h3>
<p><strong>颜色按名次，不按数值。</strong>有一天她在火车上读了三百多页，如果按数值分，那一天墨绿，其余全是灰白，一个人的努力被自己的高光淹没了。按名次分成四档，每一档的天数差不多，平常的日子也看得出起伏。</p>
<p><strong>零单独一个颜色。</strong>“没读”和“读得少”不是程度的差别，是两件事。</p>
<h3>看出了什么</h3>
<p>横着看，星期一那一行最浅。竖着看，有一列几乎全空，她说那周在搬家。空过之后那一列是全图最深的，像人憋了一口气终于浮上水面。</p>
<p>我没有在图上写任何结论。她看了一会儿，说：“原来我没有自己以为的那么懒。”</p>`,
      comments: [
        { by: 'manman', text: '当事人：打印出来贴在书桌前了。那一列空白现在是我最喜欢的部分。' },
        {
          by: 'azhe',
          text: 'findLastIndex！代码好干净。每个方格还带 title，鼠标停上去就有字。',
          replies: [
            { by: 'yejian', text: '再给 svg 加一个 role="img" 和 aria-label，就更好了。' },
            { by: 'lianhe', text: '已经加进我自己的版本，谢谢两位。' },
          ],
        },
        {
          by: 'huanhu',
          text: '求同款骑行版！我有三年的数据。',
          replies: [{ by: 'lianhe', text: '发来，页改成公里就行，一个字的事。' }],
        },
        {
          by: 'ellis',
          text: '“Zero is not a small amount, it is a different thing.” Yes. In reading as in everything.',
        },
        {
          by: 'xinlai',
          text: '按名次分档这个想法，我要用在班级作业统计上，对后面的同学温柔多了。',
        },
      ],
    },
    {
      title: '四组数据，同一个平均数',
      days_ago: 2,
      state: 'pending',
      body: `<p>统计学家安斯库姆在 1973 年造了四组数，每组十一个点。请先看体检报告：</p>
<table><thead><tr><th></th><th>甲</th><th>乙</th><th>丙</th><th>丁</th></tr></thead><tbody>
<tr><td>x 的平均</td><td>9.00</td><td>9.00</td><td>9.00</td><td>9.00</td></tr>
<tr><td>y 的平均</td><td>7.50</td><td>7.50</td><td>7.50</td><td>7.50</td></tr>
<tr><td>x 的方差</td><td>11.00</td><td>11.00</td><td>11.00</td><td>11.00</td></tr>
<tr><td>y 的方差</td><td>4.13</td><td>4.13</td><td>4.12</td><td>4.12</td></tr>
<tr><td>相关系数</td><td>0.816</td><td>0.816</td><td>0.816</td><td>0.817</td></tr>
<tr><td>回归直线</td><td colspan="4">都是 y = 3.00 + 0.50 x</td></tr>
</tbody></table>
<p>怎么看都是四胞胎。画出来呢？甲是一条普通的、有点散的斜线；乙是一道光滑的弧，根本不该用直线；丙是一条笔直的线，被一个离群的点撬歪了；丁更过分，十个点的 x 完全相同，整条“趋势”全靠剩下那一个点撑着。</p>
<p>最后一组自己试试，看看拿掉那个点会怎样：</p>
<pre><code class="language-python">from statistics import StatisticsError, correlation

x = [8, 8, 8, 8, 8, 8, 8, 19, 8, 8, 8]
y = [6.58, 5.76, 7.71, 8.84, 8.47, 7.04, 5.25, 12.50, 5.56, 7.91, 6.89]
print(f"{correlation(x, y):.3f}")  # 0.817

del x[7], y[7]
try:
    print(correlation(x, y))
except StatisticsError:
    print("x 全都一样，相关系数没有意义")</code></pre>
<p>平均数、方差、相关系数都没有说谎，它们只是把十一个点压成了一个数，压的时候总要丢东西。丢的是什么，<strong>只有画出来才知道</strong>。所以我的习惯是：任何结论之前，先画一张最丑的散点图，只给自己看。</p>`,
      comments: [],
    },
  ],
};
