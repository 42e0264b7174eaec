import type { DemoMember } from '../community.ts';
import { priyaMore } from './priya-more.ts';

export const priya: DemoMember = {
  key: 'priya',
  username: 'Priya',
  signature: 'Priya R. I read query plans the way other people read horoscopes.',
  joined: 203,
  presence: 0.78,
  posts: [
    ...priyaMore,
    {
      title: 'NOT IN, NULL, and the report that came back empty',
      days_ago: 85,
      body: `<p>The question was simple: which authors have never written a post? The answer was: none, everybody has. Which was wonderful news, except that we had just invited forty new authors that morning.</p>
<pre><code class="language-sql">create table author (id int primary key, name text not null);
create table post (id int primary key, author_id int references author);

insert into author values (1, 'Ada'), (2, 'Bo'), (3, 'Chi');
insert into post values (10, 1), (11, 1), (12, null);

select name from author
where id not in (select author_id from post);
-- (0 rows)</code></pre>
<p>Bo and Chi have no posts. They ought to be there. What hides them is post 12, whose author was deleted long ago.</p>
<p>SQL has three truth values, and <code>NULL</code> means “unknown”. Read the condition for Bo in full: <code>2 &lt;&gt; 1 and 2 &lt;&gt; 1 and 2 &lt;&gt; NULL</code>. Is two different from something unknown? Unknown. True and unknown is unknown, and <code>where</code> keeps only what is true. So one null in the list empties the whole answer, for everybody, for ever.</p>
<p>The form that says what you mean:</p>
<pre><code class="language-sql">select name from author
where not exists (
  select from post where post.author_id = author.id
);
-- Bo, Chi</code></pre>
<p><code>not exists</code> asks whether a row is there, and that question has only two answers. It is usually the faster one as well: PostgreSQL can turn it into an anti join, which it cannot do for <code>not in</code> as long as a null might appear.</p>
<p>Its little sibling, while you are searching your code base:</p>
<pre><code class="language-sql">select count(*) from post where author_id &lt;&gt; 1;                 -- 0
select count(*) from post where author_id is distinct from 1;   -- 1</code></pre>
<p>My rule since then: <code>in</code> with a subquery is fine, <code>not in</code> with a subquery never passes my review. Not because it is always wrong, but because it is wrong only later.</p>`,
      comments: [
        {
          by: 'linxi',
          text: '「wrong only later」说得太准了。我们那次是上线八个月以后，有人注销账号才触发的。',
        },
        {
          by: 'suanpan',
          text: 'What if the column is declared NOT NULL?',
          replies: [
            {
              by: 'priya',
              text: 'Then the answer is right today. And then somebody writes a migration. I would rather not depend on them reading my query first.',
            },
            { by: 'suanpan', text: 'Sold.' },
          ],
        },
        {
          by: 'azhe',
          text: 'select 后面什么都不写也行？第一次见 exists (select from …)。',
          replies: [
            {
              by: 'priya',
              text: 'PostgreSQL allows an empty select list. EXISTS never looks at the columns, so I like to show that there are none.',
            },
          ],
        },
        { by: 'quiet', text: 'Checked at work. Found two. Thank you, I think.' },
      ],
    },
    {
      title: 'The index that nobody used',
      days_ago: 36,
      body: `<p>“But there <em>is</em> an index”, said my colleague, and there was. Six hundred thousand visits, an index on <code>seen_at</code>, and a page that counts one day of them, slowly:</p>
<pre><code class="language-sql">select count(*) from visit where seen_at::date = '2026-02-14';</code></pre>
<pre><code class="language-plaintext">Seq Scan on visit  (actual rows=6646 loops=1)
  Filter: ((seen_at)::date = '2026-02-14'::date)
  Rows Removed by Filter: 593354
  Buffers: shared hit=244 read=4168</code></pre>
<p>The index is sorted by instants. The question is about days. To the planner, <code>seen_at::date</code> is a machine with a value going in at one end and another coming out of the other, and it will not guess that the machine keeps the order. So it feeds it every row in the table, 600 000 times.</p>
<p>Ask about instants, and the same index answers:</p>
<pre><code class="language-sql">select count(*) from visit
where seen_at &gt;= '2026-02-14' and seen_at &lt; '2026-02-15';</code></pre>
<pre><code class="language-plaintext">Index Only Scan using visit_seen_at on visit  (actual rows=6646 loops=1)
  Index Cond: ((seen_at &gt;= …) AND (seen_at &lt; …))
  Buffers: shared read=72</code></pre>
<p>4412 pages became 72. Same rows, same index; only the side of the comparison on which the arithmetic happens has changed. Leave the column alone, and do your sums on the constant.</p>
<p>“Then I’ll index the expression”, said my colleague, who does not give up. PostgreSQL refuses: <em>functions in index expression must be marked IMMUTABLE</em>. And it is right to. Which day an instant belongs to depends on your time zone. An index that changes its mind when a session says <code>set timezone</code> is no index but a rumour.</p>
<p>So the error message was really a question about the product: <strong>whose</strong> day? Nobody had decided. We spent ten minutes on the query, and an hour on that.</p>`,
      comments: [
        {
          by: 'oskar',
          text: '“An index that changes its mind is no index but a rumour.” Framed, above the rack.',
        },
        {
          by: 'xiaowu',
          text: 'Half-open ranges again. They fix dates, slices and fence posts all at once.',
        },
        {
          by: 'dengzhu',
          text: '本站的答案：一天就是 Asia/Shanghai 的一天，不管服务器在哪里。也是讨论了很久才定下来的。',
        },
        {
          by: 'maodou',
          text: "What about (seen_at at time zone 'UTC')::date?",
          replies: [
            {
              by: 'priya',
              text: 'That one is immutable and can be indexed, because you have said whose day. But then every query must spell it in exactly the same way.',
            },
          ],
        },
      ],
    },
    {
      title: 'A job queue in nine lines of SQL',
      days_ago: 15,
      body: `<p>Before you add a broker to your system diagram, look at what the database you already have can do:</p>
<pre><code class="language-sql">begin;

select id, task from job
where done_at is null
order by id
limit 1
for update skip locked;

-- do the work, then:
update job set done_at = now() where id = $1;
commit;</code></pre>
<p><code>for update</code> locks the row; <code>skip locked</code> makes the next worker step over it, rather than queue up behind it. Two workers never get the same job. If one of them dies, its transaction rolls back and the job is simply there again.</p>
<p>Two cautions. Keep the work short, since a transaction stays open for as long as it lasts. And it may run twice (done, then a crash before the commit), so make it something that does no harm the second time.</p>`,
      comments: [
        {
          by: 'oskar',
          text: 'And a partial index “where done_at is null”, or one day the queue reads its whole past to find its present.',
          replies: [{ by: 'priya', text: 'Yes. That should have been line ten.' }],
        },
        {
          by: 'xiaowu',
          text: '进程崩了锁自动释放，这一点比自己写 lease 超时省心太多。',
        },
        {
          by: 'kankan',
          text: 'How many jobs per second before this becomes silly?',
          replies: [
            {
              by: 'priya',
              text: 'Thousands, on ordinary hardware, if the jobs are short. Most of us will retire first.',
            },
          ],
        },
      ],
    },
    {
      title: 'timestamptz does not remember your time zone',
      days_ago: 0,
      body: `<p>The name is a small lie. <code>timestamp with time zone</code> stores no zone:</p>
<pre><code class="language-sql">set timezone = 'Asia/Kolkata';
create table meeting (starts_at timestamptz not null);
insert into meeting values ('2026-06-01 09:00 America/Sao_Paulo');

select starts_at from meeting;
-- 2026-06-01 17:30:00+05:30</code></pre>
<p>São Paulo is gone. The zone was used once, to find the instant, and thrown away; what you read is that instant on <em>your</em> clock. For things that happened, that is just what you want.</p>
<p>For things that <strong>will</strong> happen, keep the wall clock and the place: a <code>timestamp</code> and a column with <code>'America/Sao_Paulo'</code>. Governments change their clocks, and “nine in the morning there” has to survive it.</p>`,
      comments: [
        {
          by: 'akira',
          text: 'The dentist test: “next spring at nine” is a wall clock. “The tooth broke at 14:02” is an instant.',
          replies: [{ by: 'priya', text: 'I will never explain it in any other way again.' }],
        },
        {
          by: 'linxi',
          text: '未来的约定存「当地时间 + 时区名」，过去的事实存时间点。新人入职第一课。',
        },
        {
          by: 'xinlai',
          text: 'I have been using this type for two years and believed its name. Oh no.',
        },
      ],
    },
  ],
};
