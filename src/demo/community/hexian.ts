import type { DemoMember } from '../community.ts';

export const hexian: DemoMember = {
  key: 'hexian',
  username: '弹错的和弦',
  signature: '错一次是失误，错两次是风格。',
  joined: 85,
  presence: 0.58,
  posts: [
    {
      title: 'F 和弦按不响的一百天',
      days_ago: 77,
      body: `<p>每个学吉他的人，生命里都有一堵墙，墙上写着 F。</p>
<pre><code class="language-text">e |--1--|
B |--1--|
G |--2--|
D |--3--|
A |--3--|
E |--1--|</code></pre>
<p>食指要像一根横梁，把六根弦全压住，另外三根手指还得各就各位。前三十天，我的 F 发出的是一种敲纸箱的声音。第六十天，六根弦响了四根，我奖励自己一杯奶茶。第一百天，忽然全响了，那天没有人在家，我对着冰箱弹了二十分钟。</p>
<p>回头看，真正有用的只有几条，没有一条是“使劲”：</p>
<ul><li><strong>食指侧着压。</strong>指肚正中有道沟，弦正好陷进去就哑了。往拇指外的那一侧转一点，用骨头硬的地方压。</li><li><strong>贴着品丝。</strong>越靠近品丝，用的力越小。离开半厘米，就要多用一倍的劲。</li><li><strong>其实不用六根都压牢。</strong>这个指法里，食指只管一、二、六弦，中间三根有别的手指。知道这件事的那天，我轻松了一半。</li><li><strong>用胳膊，不用拇指。</strong>手臂自然往后坠，像挂在琴颈上。拇指捏得发白，三分钟就抽筋。</li><li><strong>先从第五品练。</strong>那里弦软，品距窄，练熟了，一品一品往回搬，最后才到第一品。</li></ul>
<p>还有，去琴行调一次弦高。我的琴第十二品弦高四毫米，难怪。调到两毫米出头，当天就好了一截。一百天里至少有三十天，我是在跟一颗螺丝较劲。</p>
<p>现在 F 是我最喜欢的和弦。倒不是好听，是因为我们认识。</p>`,
      comments: [
        {
          by: 'muyu',
          text: '弦高四毫米，多半琴颈也弯了。先调琴颈里的拉杆，再修琴枕，顺序别反，一次最多拧四分之一圈。',
          replies: [{ by: 'hexian', text: '师傅正是这么做的！我当时还以为他在犹豫。' }],
        },
        { by: 'dengzhu', text: '我的 F 停在第四十七天，已经停了六年。' },
        {
          by: 'tomas',
          text: 'You spent thirty days fighting a screw. I have spent whole winters.',
        },
        {
          by: 'xinlai',
          text: '请问可以一直用小横按代替吗……',
          replies: [
            { by: 'hexian', text: '可以，很多歌够用，别有负担。等哪天你嫌它低音不够，再来翻墙。' },
          ],
        },
      ],
    },
    {
      title: '四个和弦，够用半辈子',
      days_ago: 54,
      body: `<p>我会弹的歌有六十多首，后来发现其中二十几首是同一首：C、G、Am、F，转圈。换个顺序、换个节奏、换一个失恋的对象而已。</p>
<p>为什么偏偏是这四个？我不懂乐理的时候觉得是巧合，懂一点以后，觉得像邻居。</p>
<h3>它们共用墙壁</h3>
<table><thead><tr><th>和弦</th><th>三个音</th><th>和下一个共用</th></tr></thead><tbody><tr><td>C</td><td>C E G</td><td>G</td></tr><tr><td>G</td><td>G B D</td><td>没有</td></tr><tr><td>Am</td><td>A C E</td><td>A、C</td></tr><tr><td>F</td><td>F A C</td><td>C（回到开头）</td></tr></tbody></table>
<p>从 G 到 Am 是唯一一处没有共用音的，两步并作一步跨过去，所以那里总有点“翻篇”的感觉。歌词写到“后来”，多半就落在这儿。</p>
<h3>它们各有脾气</h3>
<p>C 是家。G 是站在门口，脚已经往家里迈，不回去就难受。F 是出门散步，不远，也不急。Am 是同一个家，只不过天黑了：它和 C 有两个音一样，只差一个，亮的就成了暗的。</p>
<p>一首歌从家出发，走到门口，天黑了，散散步，又到家。四个和弦，正好一天。</p>
<h3>换个调，还是它们</h3>
<table><thead><tr><th>调</th><th>1</th><th>5</th><th>6</th><th>4</th></tr></thead><tbody><tr><td>C</td><td>C</td><td>G</td><td>Am</td><td>F</td></tr><tr><td>G</td><td>G</td><td>D</td><td>Em</td><td>C</td></tr><tr><td>D</td><td>D</td><td>A</td><td>Bm</td><td>G</td></tr><tr><td>A</td><td>A</td><td>E</td><td>F♯m</td><td>D</td></tr></tbody></table>
<p>不想背，就用变调夹。按 C 调的指法，夹第二品就是 D 调，第五品是 F 调，第七品是 G 调。按 G 调的指法夹第二品，就是 A 调，还顺便躲开了 F。</p>
<p>有人说这样的歌俗。我想，四季也只有四个，转了那么多圈，也没见谁嫌春天重复。</p>`,
      comments: [
        {
          by: 'suanpan',
          text: '四个和弦不重样地排，有 24 种顺序；首尾相接当一个圈，就只剩 6 种。你那二十几首，很可能连圈都是同一个。',
          replies: [
            { by: 'hexian', text: '我回去数了，有十七首是同一个圈，只是从不同的地方上车。' },
            { by: 'suanpan', text: '环线地铁。' },
          ],
        },
        {
          by: 'akira',
          text: '日本的流行歌里更常见的是“4536”：F、G、Em、Am。听起来像一直在门口，不肯回家。',
        },
        { by: 'azhe', text: '“Am 是同一个家，天黑了”，我家暗色模式的文案就用这句了。' },
        { by: 'maodou', text: '所以“翻篇”是真的！难怪我每次都在那里想哭。' },
      ],
    },
    {
      title: '为什么品丝越往上越密',
      days_ago: 27,
      picture: { scene: 'diagram', hue: 18, alt: '一排由疏到密的竖线，像吉他的品丝' },
      body: `<p>昨天小侄女问我，琴上的格子为什么不一样宽，是不是做歪了。我说不是，然后发现自己也讲不清楚，只好去查。</p>
<figure><img src="{picture}" alt="一排由疏到密的竖线，像吉他的品丝"></figure>
<p>弦长减半，音高一个八度，频率翻倍。把这个八度平均分成十二份，但“平均”说的是<strong>倍数</strong>：每上一品，频率乘同一个数，乘十二次正好变成两倍。这个数是 2 的十二次方根，大约 1.0595。</p>
<p>频率乘多少，弦长就要除多少。所以每一品剩下的弦，都是前一品的 94.4%；切掉的那段，当然越切越短。</p>
<pre><code class="language-python">SCALE = 650  # 弦长，毫米

for fret in (1, 2, 5, 7, 12, 19):
    print(fret, round(SCALE * (1 - 2 ** (-fret / 12)), 1))</code></pre>
<p>跑出来，和我拿尺子量的对得上：</p>
<table><thead><tr><th>品</th><th>离琴枕（毫米）</th><th>占弦长</th></tr></thead><tbody><tr><td>1</td><td>36.5</td><td>5.6%</td></tr><tr><td>5</td><td>163.1</td><td>约四分之一</td></tr><tr><td>7</td><td>216.2</td><td>约三分之一</td></tr><tr><td>12</td><td>325.0</td><td>正好一半</td></tr></tbody></table>
<p>有意思的是那两个“约”。三分之一应该是 216.7，第七品差了半毫米。纯粹的五度是 3 比 2，十二平均律里却是 1.4983，每个调都错一点点，谁也不吃亏。</p>
<p>我还查到，明代的朱载堉在 1584 年前后就把这个十二次方根算了出来，用的是算盘，一直开方，算到小数点后二十几位。我弹错一个音，才 36 毫米。</p>`,
      comments: [
        {
          by: 'lianhe',
          text: '对数坐标下它就是等距的，琴颈是一把看得见的对数尺。@老算盘 快来，有人提算盘了。',
        },
        {
          by: 'suanpan',
          text: '说到算盘我就来了。他的算法是先开平方再开平方再开立方：2 开两次平方、一次立方，正好十二次方根。八十一档的大算盘，想想都手酸。',
          replies: [
            { by: 'hexian', text: '2×2×3＝12，原来如此！我还以为他真的一口气开十二次方。' },
          ],
        },
        { by: 'xiaowu', text: '跑了一遍代码，19 品 433.1，约三分之二。对上了。' },
        {
          by: 'priya',
          text: '"Everyone is slightly wrong so that nobody loses" describes equal temperament and distributed clocks.',
        },
      ],
    },
    {
      title: '楼下大爷说我进步了',
      days_ago: 6,
      body: `<p>住六楼，晚上七点到八点练琴，关窗，用软拨片。还是心虚。</p>
<p>今天在电梯里遇到二楼的大爷，他盯着我的琴包看了一会儿，说：“你就是那个弹琴的？”</p>
<p>我准备道歉。</p>
<p>他说：“上个月那首，第三句你老卡。这礼拜不卡了。”</p>
<p>电梯到二楼，他走出去，又回头按住门：“就是最后那一下，你是不是怕它？别怕，弹下去。”</p>
<p>我站在电梯里，一直坐到了地下车库。</p>`,
      comments: [
        { by: 'shanli', text: '这位大爷和我的石匠伯伯应该认识一下。' },
        {
          by: 'huanhu',
          text: '所以最后那一下，今晚弹下去了吗？',
          replies: [
            { by: 'hexian', text: '弹下去了，弹错了。楼下有人鼓掌。' },
            { by: 'yuer', text: '啊啊啊啊啊。' },
          ],
        },
        { by: 'quiet', text: 'Every one of us needs a man on the second floor.' },
        { by: 'xunye', text: '本篇不违规，但我在值班的时候笑出了声，算你扰民。' },
      ],
    },
  ],
};
