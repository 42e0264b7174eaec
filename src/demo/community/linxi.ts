import type { DemoMember } from '../community.ts';

export const linxi: DemoMember = {
  key: 'linxi',
  username: '林溪',
  signature: '写后端的。相信索引，不相信直觉。',
  joined: 240,
  presence: 0.85,
  posts: [
    {
      title: '翻到第五万页：从 6 秒到 0.1 毫秒',
      days_ago: 88,
      picture: { scene: 'diagram', hue: 205, alt: '一张一路上升的折线图' },
      body: `<p>同事说列表“越往后翻越慢”，我说不可能，有索引。然后我造了两百万行，亲手打了自己的脸。</p>
<figure><img src="{picture}" alt="一张一路上升的折线图"><figcaption>翻得越深，等得越久。B 树擅长“从这里开始”，不擅长“跳过一百万个”。</figcaption></figure>
<h2>现场</h2>
<pre><code class="language-sql">CREATE TABLE posts (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title        text NOT NULL,
  published_at timestamptz NOT NULL
);

INSERT INTO posts (title, published_at)
SELECT '第 ' || n || ' 篇', timestamptz '2024-01-01' + random() * 700 * interval '1 day'
FROM generate_series(1, 2000000) AS n;

CREATE INDEX posts_newest ON posts (published_at DESC, id DESC);
VACUUM ANALYZE posts;</code></pre>
<p>常见的翻页写法，每页二十条，翻到第五万零一页：</p>
<pre><code class="language-sql">EXPLAIN (ANALYZE, BUFFERS)
SELECT id, title, published_at
FROM posts
ORDER BY published_at DESC, id DESC
LIMIT 20 OFFSET 1000000;</code></pre>
<p>计划里确实用了索引，这正是它迷惑人的地方：<code>Index Scan using posts_newest</code>，一切看上去都对。可是再看两个数字：<code>rows=1000020</code>，<code>Buffers: shared hit=994370 read=9418</code>。为了给你二十行，它老老实实走过一百万零二十行，摸了一百万个页面，然后把前一百万行扔掉。我那台两核的小机器上用了 6.2 秒。</p>
<p><strong>OFFSET 不是“跳到”，是“数过去”。</strong></p>
<h2>换个问法</h2>
<p>不要问“第 N 页是什么”，要问“这一行之后是什么”。把上一页最后一行的排序键带回来：</p>
<pre><code class="language-sql">SELECT id, title, published_at
FROM posts
WHERE (published_at, id) &lt; ('2024-12-16 04:52:08.45041+00', 785805)
ORDER BY published_at DESC, id DESC
LIMIT 20;</code></pre>
<p>同一台机器，同一个位置：0.12 毫秒，读了 23 个页面。不论翻到哪里，都是这个数。</p>
<table><thead><tr><th>写法</th><th>读的页面</th><th>时间</th></tr></thead><tbody>
<tr><td>OFFSET 20</td><td>43</td><td>0.14 ms</td></tr>
<tr><td>OFFSET 200000</td><td>200 776</td><td>1.3 s</td></tr>
<tr><td>OFFSET 1000000</td><td>1 003 788</td><td>6.2 s</td></tr>
<tr><td>行比较，任意位置</td><td>23</td><td>0.12 ms</td></tr>
</tbody></table>
<p>时间受机器影响很大（我测的时候旁边还在编译），页面数不会。<em>所以看计划先看 Buffers，再看时间。</em></p>
<h2>四个容易踩的坑</h2>
<h3>一、排序键必须唯一</h3>
<p>只按 <code>published_at</code> 排，同一时刻的两篇会在翻页时丢一篇或重复一篇。后面跟一个 <code>id</code>，顺序就定死了。</p>
<h3>二、行比较不要“展开”</h3>
<p>有人不放心 <code>(a, b) &lt; (x, y)</code>，喜欢写成 <code>a &lt; x OR (a = x AND b &lt; y)</code>。逻辑等价，计划天差地别：后者在我这里成了 <code>Filter</code>，<code>Rows Removed by Filter: 1000000</code>，5.4 秒。优化器把行比较当成索引的起点，却看不穿那个 OR。</p>
<h3>三、方向要一致</h3>
<p>行比较要求所有列同一个方向。如果产品非要“时间倒序、标题正序”，就得换别的办法，比如把其中一列换成可以取反的值。我的办法是请产品吃饭。</p>
<h3>四、小心被四舍五入的时间</h3>
<p>这一条是我自己踩的。PostgreSQL 的时间精确到微秒，JavaScript 的 <code>Date</code> 只到毫秒。<code>08.45041</code> 秒从数据库读进程序，再写进游标，就成了 <code>08.450</code>；下一页从那里往前找，夹在中间这 0.41 毫秒里的文章，一篇也不会出现。平时看不出来，批量导入的数据时间挨得近，一丢就是一片。解决办法：游标里的时间让数据库自己转成文本，原样带回去，程序不要解析它。</p>
<h2>顺带治好的病</h2>
<p>用 OFFSET 翻页还有一个毛病，跟快慢无关：你读第一页的时候，别人发了三篇新的，所有文章往后挪三位，于是第二页开头的三篇，你刚刚看过。反过来，有人删了三篇，你就会漏看三篇。按“这一行之后”来问，前面不管怎么增减，都不影响后面从哪里接着读。<strong>先是对的，顺便是快的</strong>，这种优化最让人安心。</p>
<h2>代价</h2>
<p>没有页码，不能直接跳到第 37 页。但说真的，上一次有人需要第 37 页是什么时候？需要的往往是“去年三月那一篇”，那是搜索和按时间筛选该做的事。后台里几百行的小表，照旧用页码好了，没人会翻到第五万页。规矩是给大表的，别拿它去为难小表。</p>`,
      comments: [
        {
          by: 'priya',
          text: 'The OR expansion trap is real. I once “cleaned up” a row comparison for readability and took down a report. Buffers first, always.',
          replies: [
            { by: 'linxi', text: 'Readability is in the eye of the planner.' },
            { by: 'priya', text: 'Stealing that line for my next review.' },
          ],
        },
        {
          by: 'azhe',
          text: '前端表示：无限滚动终于有理由了！可是产品要“共多少页”怎么办？',
          replies: [
            {
              by: 'linxi',
              text: '给“还有没有下一页”就够了：LIMIT 21，多出来那一行只用来回答这个问题。',
            },
            { by: 'azhe', text: '妙啊，偷走了。' },
          ],
        },
        {
          by: 'xiaowu',
          text: '请教：游标直接把时间和 id 明文给客户端，会不会有问题？',
          replies: [
            {
              by: 'linxi',
              text: '公开的列表无所谓，编码一下只是为了让人别依赖它的格式。要紧的是服务端照样校验，别信它。',
            },
          ],
        },
        {
          by: 'oskar',
          text: 'Also: crawlers love page=50001. OFFSET is a denial-of-service button you built yourself.',
        },
        { by: 'kankan', text: '“我的办法是请产品吃饭”，记下了，最实用的一条。' },
      ],
    },
    {
      title: 'NULL 不等于 NULL，也不是不等于',
      days_ago: 55,
      body: `<p>今天的事故只有一行。想找“一篇草稿也没有的成员”：</p>
<pre><code class="language-sql">SELECT name FROM members
WHERE id NOT IN (SELECT author_id FROM drafts);</code></pre>
<p>结果：零行。数据里明明有人没写过草稿。原因是 <code>drafts</code> 里有一行 <code>author_id</code> 是 NULL。<code>2 NOT IN (1, NULL)</code> 等于“2 不是 1，<em>并且</em> 2 不是未知”，后半句的答案是“不知道”，于是整句是“不知道”，WHERE 只要“是”。</p>
<p>改法：</p>
<pre><code class="language-sql">SELECT name FROM members AS m
WHERE NOT EXISTS (SELECT 1 FROM drafts AS d WHERE d.author_id = m.id);</code></pre>
<p>规矩从此贴在显示器上：子查询前面不写 <code>NOT IN</code>。要比较可能为空的两列，用 <code>IS NOT DISTINCT FROM</code>。</p>`,
      comments: [
        {
          by: 'suanpan',
          text: '三值逻辑。会计里也有：收到、没收到、不知道收没收到。第三种最要命。',
        },
        {
          by: 'hexian',
          text: '虽然看不懂 SQL，但“后半句的答案是不知道”很像我和鼓手排练时的对话。',
        },
        {
          by: 'priya',
          text: 'Second rule for the monitor: declare the column NOT NULL unless you can say aloud what NULL means there.',
          replies: [{ by: 'linxi', text: '对。这一列后来就加了约束，比改查询更治本。' }],
        },
      ],
    },
    {
      title: 'SKIP LOCKED：不用消息队列的任务队列',
      days_ago: 29,
      body: `<p>每次有人说“我们需要一个消息队列”，我都先问：一天多少条？如果答案少于几百万，而你已经有一个 PostgreSQL，那么可以先试试这张表：</p>
<pre><code class="language-sql">CREATE TABLE jobs (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payload  jsonb NOT NULL,
  run_at   timestamptz NOT NULL DEFAULT now(),
  attempts int NOT NULL DEFAULT 0
);
CREATE INDEX jobs_due ON jobs (run_at, id);</code></pre>
<p>取任务的人，不论几个进程，都说同一句话：</p>
<pre><code class="language-sql">BEGIN;

DELETE FROM jobs
WHERE id = (
  SELECT id FROM jobs
  WHERE run_at &lt;= now()
  ORDER BY run_at, id
  FOR UPDATE SKIP LOCKED
  LIMIT 1
)
RETURNING id, payload;

-- 在这里干活，只碰这个数据库

COMMIT;</code></pre>
<p>关键是 <code>SKIP LOCKED</code>：已经被别人锁住的行，直接跳过，不等。十个工人站在同一排抽屉前，各拿各的，谁也不挡谁。干活的进程中途死了怎么办？连接断开，事务回滚，那一行又回到抽屉里，像什么都没发生过。</p>
<p>更妙的是，任务和业务数据在<strong>同一个事务</strong>里。“订单写进去了，通知任务却没发出去”这种事，从原理上不存在：要么都有，要么都没有。</p>
<h3>什么时候不要用</h3>
<ul>
<li>任务要跑几分钟：事务开那么久，会拖住清理。改成先标记领取时间，短事务提交，干完再删，并且准备好同一件事做两遍。</li>
<li>任务要调外面的接口：数据库可以回滚，发出去的短信回不来。让接收方按编号去重。</li>
<li>一秒钟上万条：那时你也有钱养一个队列了。</li>
</ul>`,
      comments: [
        {
          by: 'oskar',
          text: 'One fewer thing that can page me at night. Please also keep a counter of the oldest waiting job; the length of the queue alone tells you little.',
          replies: [
            {
              by: 'linxi',
              text: 'Agreed: min(run_at) of what is due. Length says how busy you are, age says how late you are.',
            },
            { by: 'lianhe', text: '“长度说你多忙，年龄说你多迟”，这句可以直接当图表标题。' },
          ],
        },
        {
          by: 'priya',
          text: 'Worth saying: put the table on an aggressive autovacuum setting. A queue is all dead rows.',
          replies: [
            {
              by: 'linxi',
              text: '补充得好。队列表活着的行很少，死掉的行很多，autovacuum_vacuum_scale_factor 要单独调低。',
            },
          ],
        },
        {
          by: 'xiaowu',
          text: '用 Rust 起了 8 个线程抢一万条，跑了二十遍，没有一条被拿两次。服了。',
        },
        { by: 'jingzi', text: '“只碰这个数据库”那行注释才是全文的重点吧。' },
        {
          by: 'tomas',
          text: 'I run my doorbell on something like this. Load: four jobs per day. It holds.',
          replies: [{ by: 'oskar', text: 'Have you tested it at eight?' }],
        },
      ],
    },
    {
      title: '事务里不要等人',
      days_ago: 11,
      body: `<p>一句话笔记：<strong>事务开着的时候，不要做任何时间不由你决定的事。</strong></p>
<p>不要调第三方接口，不要等用户确认，不要上传文件，不要 <code>sleep</code> 后重试。你以为锁住的只是一行，可别人排在那一行后面，别人的别人排在别人后面，五分钟后连接池空了，监控上看是“数据库变慢”，其实数据库闲得很，大家都在等一个没回的 HTTP。</p>
<p>先把该等的等完，再开事务，写完就走。顺手加两道保险：</p>
<pre><code class="language-sql">SET lock_timeout = '2s';
SET idle_in_transaction_session_timeout = '10s';</code></pre>`,
      comments: [
        {
          by: 'oskar',
          text: 'Nine of my last ten “the database is slow” pages were exactly this.',
        },
        { by: 'chaqi', text: '像泡茶：水没开之前，不要把客人的杯子都占住。' },
        {
          by: 'xinlai',
          text: '刚好今天面试被问到，早一天看到就好了……',
          replies: [{ by: 'linxi', text: '下一场还会问的，祝顺利。' }],
        },
      ],
    },
    {
      title: '部分索引：只给要找的那 1% 建索引',
      days_ago: 1,
      state: 'draft',
      body: `<p>待审核的文章永远只有几十篇，已发布的有几十万篇。给 <code>status</code> 整列建索引，等于给整座图书馆编目录，只为了找前台那一摞。</p>
<pre><code class="language-sql">CREATE INDEX posts_waiting ON posts (submitted_at)
WHERE status = 'pending';</code></pre>
<p>TODO：补一组大小对比；说明查询条件必须能推出索引条件，参数化的时候容易踩空；写写用部分唯一索引表达“最多一个”。</p>`,
      comments: [],
    },
  ],
};
