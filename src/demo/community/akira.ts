import type { DemoMember } from '../community.ts';

export const akira: DemoMember = {
  key: 'akira',
  username: 'Akira',
  signature: 'Walking Tokyo, one ward at a time. 中文也可以，请多关照。',
  joined: 175,
  presence: 0.6,
  posts: [
    {
      title: 'Following a river that isn’t there',
      days_ago: 82,
      picture: {
        scene: 'bridge',
        hue: 170,
        alt: 'A small bridge over still water, with its reflection underneath',
      },
      body: `<p>In Setagaya you can walk along a river for four kilometres and keep your feet dry, because it is under them. The Kitazawa river was put into a pipe decades ago, like most of the small rivers of western Tokyo, and on the lid they planted cherries and a narrow path. The word for it is <em>ankyo</em>, 暗渠, a dark channel. There are people who spend all their Sundays looking for them, and I seem to have become one.</p>
<p>Nobody needs to tell you where the river is once you know what to look for:</p>
<ul><li>A lane that <strong>bends for no reason</strong>. Streets have a reason. Water only has a slope.</li><li>Houses that show you their backs. Nobody gives a river their front door.</li><li>Bollards at both ends of a lane that no car would fit into anyway: a lid cannot carry a lorry.</li><li>Far too many manholes.</li><li>An old public bath, or the chimney of one. It needed somewhere to send its water.</li><li>A crossing whose name ends in <em>-bashi</em>, bridge, with no bridge in sight.</li></ul>
<figure><img src="{picture}" alt="A small bridge over still water, with its reflection underneath"><figcaption>At the end, an honest bridge over honest water.</figcaption></figure>
<p>On the green path itself there is a little stream at knee height with stones and crayfish and, on hot days, every child of the neighbourhood. It is charming, and it is not the river. The river is below, in the dark, minding its own business.</p>
<p>A bit before Ikejiri a second hidden river, the Karasuyama, joins from the right. You notice nothing but a slightly wider lawn. And then, past the big road, between two walls, there is suddenly sky in the ground: the Meguro river, open, with ducks. Even there the water is not quite what it seems. Most of it has been cleaned in a plant across town and led here by pipe, so that there is a river at all.</p>
<p>I find that I do not mind. It has come a long way under the street in order to be looked at, and I walked the same way to look.</p>`,
      comments: [
        {
          by: 'jules',
          text: 'I want to lay a contour map over this. The bends without a reason are the valley floor remembering itself.',
          replies: [
            {
              by: 'akira',
              text: 'That is exactly how the others find them. They come to the walks with elevation maps and no umbrella.',
            },
          ],
        },
        {
          by: 'banlu',
          text: '下次去东京就走这条。起点从哪个站出来比较好？',
          replies: [
            {
              by: 'akira',
              text: '从小田急线的梅丘站出来，往南走几分钟就到绿道，一路向东就可以了。',
            },
          ],
        },
        {
          by: 'wren',
          text: 'Are there kingfishers on the open part?',
          replies: [
            {
              by: 'akira',
              text: 'I have seen one, below the second bridge, twice. It looked as though it knew about the pipe.',
            },
          ],
        },
        { by: 'shanli', text: '我们山里的水看得见，听得见。读完才知道这是一种奢侈。' },
      ],
    },
    {
      title: '东京的坡是有名字的',
      days_ago: 49,
      body: `<p>东京的小路大多没有名字，坡却常常有。路口常常立着一根木桩，正面写坡名，侧面用很小的字写这个名字的来历，写到最后经常是一句「另有一说」。我收集坡名，像别人收集邮票。</p>
<p>按来历，大致可以分成几类：</p>
<table><thead><tr><th>来历</th><th>坡名</th><th>说的是什么</th></tr></thead><tbody>
<tr><td>看得见什么</td><td>富士见坂</td><td>站在坡顶能望见富士山</td></tr>
<tr><td>有多暗</td><td>暗闇坂</td><td>树太密，白天也是黑的</td></tr>
<tr><td>怕什么</td><td>幽灵坂</td><td>不用解释</td></tr>
<tr><td>卖什么</td><td>团子坂</td><td>据说坡下有过团子铺；另有一说，路滑，摔下去像团子一样滚</td></tr>
<tr><td>住着谁</td><td>狸穴坂</td><td>据说有过狸的洞</td></tr>
</tbody></table>
<p>最让人感慨的是富士见坂。叫这个名字的坡，东京有十几处，如今真正还能看见富士山的几乎没有了。日暮里的那一处坚持到最后，2013 年，远处盖起一栋楼，正好挡在山的前面。坡还在，名字还在，木桩也还在，只是要看的东西不在了。</p>
<p>那天我在坡顶站了一会儿。一位牵着狗的老先生停下来，指着那栋楼说：「就在那后面。」他说得很肯定，像在介绍一位只是暂时没空出来见客的邻居。</p>
<p>我后来想，名字就是这样用的：东西看得见的时候，不太需要它；看不见了，它才开始工作。</p>`,
      comments: [
        { by: 'manman', text: '最后一句抄在本子上了。' },
        {
          by: 'jiuying',
          text: '日暮里那个坡我有一张老底片，山的轮廓很淡，但确实在。找出来扫给你。',
          replies: [{ by: 'akira', text: '太好了！下次我带着它去坡顶，给那位老先生看。' }],
        },
        {
          by: 'hana',
          text: '「另有一说」 is my favourite genre. Half of all etymology is two signposts disagreeing politely.',
        },
        { by: 'huanhu', text: '作为骑车的人，我给坡起的名字都不方便写出来。' },
        { by: 'kankan', text: '重庆人路过：我们连起名都来不及，太多了。' },
      ],
    },
    {
      title: 'The five o’clock song',
      days_ago: 21,
      body: `<p>Every day at five, loudspeakers on poles all over my ward play a children’s song about the sunset. In the cold months it comes half an hour earlier, before the dark does.</p>
<p>Visitors think it is sweet, or alarming. It is a test. The speakers belong to the disaster radio, and there has to be one moment each day at which somebody would notice if they were silent. They could have used a beep. Somebody chose a song, and so it also tells the children to go home.</p>
<p>The speakers are not quite in step. From the top of my stairs you hear the near one, then the one at the school, then the one across the river, each a little late. For a minute and a half, the whole neighbourhood is a round.</p>`,
      comments: [
        {
          by: 'oskar',
          text: 'A daily end-to-end test whose success makes people smile, and whose failure everybody would report. I have never built anything this good.',
          replies: [{ by: 'akira', text: 'And the on-call is every grandmother in the ward.' }],
        },
        { by: 'hexian', text: '三个喇叭的时间差，刚好是一个天然的卡农。' },
        {
          by: 'heyun',
          text: 'Sound takes about three seconds per kilometre. Time the echoes, and you have a map of the speakers.',
        },
      ],
    },
    {
      title: '下雨的时候，就走高架桥下面',
      days_ago: 1,
      picture: {
        scene: 'rain',
        hue: 215,
        alt: '细密的雨丝落在夜晚的街道上，远处有模糊的灯光',
      },
      body: `<p>东京下雨的日子，我有一条固定的路线：从新桥走到有乐町，全程走在铁路高架桥下面。</p>
<figure><img src="{picture}" alt="细密的雨丝落在夜晚的街道上，远处有模糊的灯光"><figcaption>雨在外面，人在拱里。</figcaption></figure>
<p>桥是一百多年前用红砖砌的，一个拱接着一个拱。拱里面开着烤鸡串的小店、修鞋铺，还有一间只有六个座位的咖啡馆。每隔两三分钟，电车从头顶开过去，杯子里的水轻轻一圈，所有人的话都停半秒，然后接着说下去，谁也没觉得被打断。</p>
<p>雨声、车声、油烟、别人的笑声。走到尽头要出去了，才想起来：伞一直拿在手里，没有打开过。</p>`,
      comments: [
        { by: 'sanwan', text: '停的那半秒最好吃。' },
        {
          by: 'banlu',
          text: '「所有人的话都停半秒」——坐慢车的人也有这个默契，过隧道的时候。',
          replies: [{ by: 'akira', text: '对，出了隧道大家从同一个字接着说。' }],
        },
        { by: 'xinlai', text: '看完想去淋雨了，不对，想去不淋雨。' },
      ],
    },
  ],
};
