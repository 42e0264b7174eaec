import type { DemoMember } from '../community.ts';

export const dengzhu: DemoMember = {
  key: 'dengzhu',
  username: '灯主',
  signature: '负责添油、剪灯花，偶尔写写站务日记。',
  joined: 260,
  presence: 0.9,
  role: 'owner',
  posts: [
    {
      title: '灯火的规矩，只有五条',
      days_ago: 88,
      picture: { scene: 'lantern', hue: 32, alt: '夜里挂着三盏灯笼，一大两小，暖光晕开' },
      body: `<figure><img src="{picture}" alt="夜里挂着三盏灯笼，一大两小，暖光晕开"><figcaption>站名的由来：有人还醒着，灯就还亮着。</figcaption></figure>
<p>原来的社区公约有二十三条，是我一个人熬夜写的，写完以后一个人也没读完——包括我。今天重写了一遍，只留五条，短到可以背下来。</p>
<ol>
<li><strong>写你真正知道的事。</strong>做过的、算过的、看见的、读完的。不确定就写“不确定”，这三个字在这里不丢人。</li>
<li><strong>对事，不对人。</strong>可以说“这个结论站不住”，不可以说“你这种人”。</li>
<li><strong>别人的东西，注明是别人的。</strong>引用用引用块，照片、数据、代码说清楚来处。</li>
<li><strong>不做生意。</strong>聊自己做的东西没问题，留联系方式拉人下单不行。</li>
<li><strong>错了就改，改了就过去了。</strong>被指出错误的人不必道歉三次，指出错误的人也不必赢到最后一句。</li>
</ol>
<p>第五条我想多说一句。一个地方好不好，不看没人犯错，而看犯错以后发生了什么。我见过最好的回复是：“你说得对，我改了正文，谢谢。”一共十一个字，比任何争论都体面。</p>
<p>管理员目前是巡夜人和 Mara，一个看中文，一个看英文。他们处理的每一件事都会留下记录和理由，包括对我。觉得处理得不对，直接在评论里 @ 我。</p>
<blockquote><p>规矩越短，人越要多担一点。这是有意的。</p></blockquote>`,
      comments: [
        {
          by: 'manman',
          text: '二十三条的那版我读完了，真的。第十七条有个错别字。',
          replies: [
            { by: 'dengzhu', text: '原来那个唯一的读者是你。现在它连同第十七条一起没有了。' },
            { by: 'xunye', text: '我也读完了，不过是因为我要执行它。' },
          ],
        },
        {
          by: 'suanpan',
          text: '职业病，数了一遍：引号里不算标点确实是十一个字。可以放心引用。',
          replies: [{ by: 'dengzhu', text: '有人验算，这条规矩才算立住了。' }],
        },
        {
          by: 'mara',
          text: 'Five rules I can hold in my head while moderating. Twenty-three I could not. Good change.',
        },
        {
          by: 'muyu',
          text: '第四条想确认：别人问我榫卯作业桌卖不卖，我怎么回？',
          replies: [{ by: 'dengzhu', text: '回“卖”或“不卖”都行，别把评论区变成柜台就好。' }],
        },
        { by: 'kankan', text: '看了很久没注册，看到“不确定这三个字不丢人”注册了。' },
      ],
    },
    {
      title: '能量是怎么流动的：一篇讲清楚',
      days_ago: 61,
      body: `<p>收到最多的站务问题是：“能量到底是什么，为什么我的变成了负数？”这一篇一次讲清楚，以后有人问就贴链接。</p>
<h2>它不是钱，是心意的计数器</h2>
<p>能量不能买，不能卖，也不能兑换任何东西。它只做一件事：让“我觉得这篇写得好”有一点点成本。点赞是免费的，所以大家点得很随意；充能要从自己的余额里出，所以会想一想。想的那一秒，就是它存在的意义。</p>
<h2>从哪里来，到哪里去</h2>
<table><thead><tr><th>事情</th><th>你的能量</th><th>说明</th></tr></thead><tbody>
<tr><td>每天签到</td><td>+1</td><td>登录后来逛一逛就自动签到，按北京时间算一天</td></tr>
<tr><td>轻充能</td><td>−1</td><td>作者 +1</td></tr>
<tr><td>重充能</td><td>−2</td><td>作者 +2</td></tr>
<tr><td>被别人充能</td><td>+1 或 +2</td><td>同一个人给同一篇文章，累计最多 20</td></tr>
<tr><td>改名</td><td>−6</td><td>第一次免费；没有通过审核会退还</td></tr>
<tr><td>删除自己的文章</td><td>−2</td><td>余额不够也能删，所以会出现负数</td></tr>
</tbody></table>
<p>注意最后一行。删文章为什么要花能量？因为下面的评论是别人花时间写的，一删全没了。收两点不是惩罚，是请你停一下。可又不能不让人删，于是余额允许变成负数。负数的时候照样可以签到、可以被充能、可以删文章，只是暂时不能给别人充能，也不能改名。签几天到就回来了。</p>
<h2>经验是另一回事</h2>
<p>能量会花掉，经验只增不减，等级由经验算出来：</p>
<table><thead><tr><th>等级</th><th>所需经验</th><th>多出来的能力</th></tr></thead><tbody>
<tr><td>Lv0</td><td>0</td><td>可以读，可以评论，还不能发文章</td></tr>
<tr><td>Lv1</td><td>1</td><td>签到、发文章</td></tr>
<tr><td>Lv2</td><td>200</td><td>——</td></tr>
<tr><td>Lv3</td><td>500</td><td>评论时搜索要 @ 的人</td></tr>
<tr><td>Lv4</td><td>1500</td><td>评论里放图片</td></tr>
<tr><td>Lv5</td><td>4500</td><td>——</td></tr>
<tr><td>Lv6</td><td>10800</td><td>大家的敬意</td></tr>
</tbody></table>
<p>来源只有三种：上传头像、起名字、写签名，第一次各 +10；每天签到 +5；给别人的文章充能，每点能量 +10，一天最多 50。<strong>发文章本身不加经验</strong>，这是故意的：按篇数发奖的地方，最后都会堆满凑数的文章。</p>
<h3>“那怎么升得最快？”</h3>
<p>去读别人的文章，觉得好就充能。每天把 50 点经验拿满，需要 5 点能量，而签到只给 1 点。剩下的 4 点从哪里来？从别人给你的充能里来。也就是说，升得最快的人，必然是既写得好、又舍得给的人。我对这个设计偷偷得意了很久。</p>
<h2>它会不会通货膨胀</h2>
<p>签到会凭空产生能量，改名和删文章会让它消失，充能只是在人之间移动。账是按复式记的：每一笔都有来处和去处，连“签到”也有一个专门的账户负责付出，那个账户永远是负的。所有账户加在一起，永远等于零。每天夜里程序会把流水从头加一遍，对不上就报警。到今天为止，还没有响过。</p>
<h2>几个常被问到的边角</h2>
<ul>
<li><strong>充能可以撤回吗？</strong>不可以，送出去的就是人家的了。所以按之前想一想，按之后别惦记。</li>
<li><strong>今天的经验已经拿满，还能充能吗？</strong>能，只是不再加经验。那一刻你送出的，才是最干净的一点。</li>
<li><strong>文章删了，收到的能量要退吗？</strong>不退。能量是给你那一刻写出来的东西的，它已经被人读过了。</li>
<li><strong>文章被管理员移除，也扣两点吗？</strong>不扣，任何人都不扣。</li>
<li><strong>改名的六点什么时候算花掉？</strong>提交的时候先押着，通过了才销掉；没通过，一点不少地还给你。</li>
</ul>
<p>还有不明白的，评论里问。问得好的我补进正文。</p>`,
      comments: [
        {
          by: 'qianzhang',
          text: '我就是那个负数。一时冲动删了三篇旧文，现在每天签到还债。',
          replies: [
            { by: 'dengzhu', text: '你的头像也很应景。文章被充能一样会回来，不必只靠签到。' },
            { by: 'maodou', text: '欠账的猫，名副其实。给你充了一点。' },
            { by: 'qianzhang', text: '谢谢毛豆，今天起我只欠一个人情了。' },
          ],
        },
        {
          by: 'suanpan',
          text: '“所有账户加在一起永远等于零”，这一句值一个重充能。复式记账的妙处我改天单写一篇。',
          replies: [{ by: 'dengzhu', text: '等着。到时候我把这段链过去。' }],
        },
        {
          by: 'kankan',
          text: '问：我给自己的文章充能行不行？',
          replies: [
            { by: 'dengzhu', text: '不行，左手倒右手没有意义。这条补进正文有点短，就留在这里吧。' },
          ],
        },
        {
          by: 'oskar',
          text: 'A nightly job that re-adds the whole ledger and has never fired. Have you tested that it *can* fire?',
          replies: [
            {
              by: 'dengzhu',
              text: 'Yes. On a copy we changed one balance by one, and it named the row. An alarm nobody has heard is only a decoration.',
            },
            { by: 'oskar', text: 'Then I will sleep well. Thanks.' },
          ],
        },
        { by: 'lianhe', text: '求一张能量在成员之间流动的图，数据脱敏就行，我来画。' },
        {
          by: 'yuer',
          text: '孩子问我攒这个有什么用，我说“没有用，但是送得出去”。她说那就是贴纸。我觉得她懂了。',
        },
      ],
    },
    {
      title: '站务日记：我们搬了一次家',
      days_ago: 33,
      picture: { scene: 'bridge', hue: 210, alt: '一座三孔的桥横跨水面，远处是山和太阳' },
      body: `<p>昨天凌晨，灯火从旧机器搬到了新机器。停了十四分钟，没有丢任何东西。记一下经过，也算给以后的自己留一张纸条。</p>
<figure><img src="{picture}" alt="一座三孔的桥横跨水面，远处是山和太阳"><figcaption>从这头到那头，最怕的是走到中间才发现少带了一样。</figcaption></figure>
<h3>搬家之前</h3>
<p>我以前搬过一次别的站，教训是：<em>没有演练过的备份，只能叫愿望</em>。所以这次先花了三个晚上排练。在新机器上把前一天的备份恢复出来，让程序把每一个数字和它的明细核对一遍，再用自己的旧密码登录，翻到最早的一篇文章看图片还在不在。第一次排练就发现了问题：图片目录的属主不对，新图传不上去。要是正式搬的时候才发现，那十四分钟就要变成一上午了。</p>
<h3>搬家的时候</h3>
<ul>
<li>02:00 旧机器停止写入，首页挂上告示。</li>
<li>02:01 做最后一份备份，包括数据库和全部图片。</li>
<li>02:06 传到新机器，校验每个文件的指纹。</li>
<li>02:09 恢复，核对，全部一致。</li>
<li>02:14 域名指过去，打开大门。</li>
</ul>
<p>02:15 有人签到了。我不知道是谁凌晨两点还守着，但那一刻我坐在黑漆漆的客厅里，真的笑出了声。</p>
<h3>搬家之后</h3>
<p>旧机器会留两个星期，然后清空。密钥没有放进备份里，是单独抄走的，这一步请所有自己架站的朋友记住：<strong>备份和钥匙不要放在同一个抽屉</strong>。</p>`,
      comments: [
        {
          by: 'huanhu',
          text: '02:15 签到的是我，夜骑刚回来。',
          replies: [
            { by: 'dengzhu', text: '原来是你！下次经过记得敲个门。' },
            { by: 'sanwan', text: '一个凌晨搬站，一个凌晨骑车，你们都吃夜宵了吗。' },
          ],
        },
        {
          by: 'oskar',
          text: '“A backup you have not restored is a wish.” I am putting that on the wall of our on-call room.',
        },
        {
          by: 'linxi',
          text: '核对那一步用了多久？数据库多大？',
          replies: [
            { by: 'dengzhu', text: '不大，几个 GB，核对不到一分钟。时间主要花在传图片上。' },
          ],
        },
        { by: 'xunye', text: '告示页那行“去添点油，马上回来”写得好。' },
      ],
    },
    {
      title: '发布前审核：我们看什么，不看什么',
      days_ago: 2,
      body: `<p>最近新朋友多，常有人问文章提交以后管理员到底在看什么。简单说：</p>
<p><strong>看：</strong>是不是广告；有没有攻击人；是不是整段搬来的；涉及明火、用电、药物的内容会不会让人照着做受伤。</p>
<p><strong>不看：</strong>文笔好不好，观点我们同不同意，题目吸不吸引人，作者等级高不高。</p>
<p>驳回一定会写理由，改完可以再提交，次数不限。已经公开的文章修改之后也要再看一眼，但审核期间读者看到的仍是旧版，不会凭空消失。通常半天之内有结果；等了一天还没动静，多半是巡夜人睡过头了，请在这里喊一声。</p>`,
      comments: [
        {
          by: 'xunye',
          text: '我没有睡过头，我是巡夜人，白天睡觉是职业习惯。',
          replies: [
            { by: 'maodou', text: '那白天归谁巡？' },
            { by: 'mara', text: 'Me. Time zones are the best shift plan ever invented.' },
            { by: 'xunye', text: '@毛豆 听见了吧，灯火二十四小时有人。' },
          ],
        },
        {
          by: 'xinlai',
          text: '新人提问：第一次投稿就被驳回，会不会影响以后？',
          replies: [
            {
              by: 'dengzhu',
              text: '完全不会。驳回只针对那一版文字，不记在人头上。我自己的文章也被 Mara 驳回过一次，因为链接贴错了。',
            },
            { by: 'xinlai', text: '那我放心了，今晚就把攒着的那篇交上来。' },
            {
              by: 'tangtang',
              text: '现身说法：我有一篇前阵子被驳回，理由写得特别具体，正在补照片。',
            },
          ],
        },
        { by: 'jingzi', text: '“不看观点我们同不同意”这条，请一直保留。' },
        { by: 'shanli', text: '明火那条支持。山里每年都有人照着网上的视频烧荒。' },
        {
          by: 'ellis',
          text: '驳回写理由，比通过更见功夫。 (My first comment in Chinese. Please correct me.)',
          replies: [{ by: 'manman', text: '一个字都不用改，欢迎。' }],
        },
      ],
    },
  ],
};
