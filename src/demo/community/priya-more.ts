import type { DemoPost } from '../community.ts';

export const priyaMore: DemoPost[] = [
  {
    title: 'Gaps and islands: finding streaks in plain SQL',
    days_ago: 63,
    picture: {
      scene: 'diagram',
      hue: 150,
      alt: 'A diagram of points in groups, joined by lines, with empty space between the groups',
    },
    body: `<p>Somebody checks in on the first, second and third of March, skips the fourth, and comes back on the fifth. How long was the longest streak? It is the kind of question for which people reach for a loop. There is a trick that needs none, and it is one of the few things in SQL that made me laugh aloud.</p>
<h2>The table</h2>
<pre><code class="language-sql">create table check_in (member text, day date, primary key (member, day));

insert into check_in values
  ('mei', '2026-03-01'), ('mei', '2026-03-02'), ('mei', '2026-03-03'),
  ('mei', '2026-03-05'), ('mei', '2026-03-06'),
  ('sol', '2026-03-02'), ('sol', '2026-03-03'), ('sol', '2026-03-09');</code></pre>
<h2>Two clocks</h2>
<p>Imagine two clocks per member. One shows the date. The other just counts rows: 1, 2, 3. During a streak both move one step per row, so their difference stands still. Over a gap the date jumps and the counter doesn’t, so the difference jumps too, and never comes back.</p>
<figure><img src="{picture}" alt="A diagram of points in groups, joined by lines, with empty space between the groups"><figcaption>Islands of days, with gaps between. The difference of the two clocks is the island’s name.</figcaption></figure>
<table><thead><tr><th>day</th><th>counter</th><th>day − counter</th></tr></thead><tbody>
<tr><td>March 1</td><td>1</td><td>February 28</td></tr>
<tr><td>March 2</td><td>2</td><td>February 28</td></tr>
<tr><td>March 3</td><td>3</td><td>February 28</td></tr>
<tr><td>March 5</td><td>4</td><td>March 1</td></tr>
<tr><td>March 6</td><td>5</td><td>March 1</td></tr>
</tbody></table>
<p>That third column means nothing at all. It is not a date anybody cares about. But it is the same for every day of one streak and different for the next, and this is all that <code>group by</code> asks for.</p>
<h2>The query</h2>
<pre><code class="language-sql">with marked as (
  select member, day,
         day - (row_number() over (partition by member order by day))::int as island
  from check_in
)
select member, min(day) as first_day, max(day) as last_day, count(*) as days
from marked
group by member, island
order by member, first_day;</code></pre>
<pre><code class="language-plaintext"> member | first_day  |  last_day  | days
--------+------------+------------+------
 mei    | 2026-03-01 | 2026-03-03 |    3
 mei    | 2026-03-05 | 2026-03-06 |    2
 sol    | 2026-03-02 | 2026-03-03 |    2
 sol    | 2026-03-09 | 2026-03-09 |    1</code></pre>
<p>The cast is there because <code>row_number()</code> gives a bigint, and a date minus an <em>integer</em> is a date.</p>
<h2>When one missed day is forgiven</h2>
<p>Product people are kinder than mathematicians: one day off should not end a streak. The two clocks cannot do that. Say instead where an island <em>begins</em>, and count the beginnings as you go:</p>
<pre><code class="language-sql">with steps as (
  select member, day,
         coalesce(day - lag(day) over w &gt; 2, true) as starts
  from check_in
  window w as (partition by member order by day)
), numbered as (
  select member, day,
         count(*) filter (where starts) over (partition by member order by day) as island
  from steps
)
select member, min(day) as first_day, max(day) as last_day, count(*) as days
from numbered
group by member, island
order by member, first_day;</code></pre>
<p>Now Mei has one island from the first to the sixth, with five check-ins in it. The first row of each member has nothing before it, so <code>lag</code> is null, and <code>coalesce</code> says that a first row always starts something. Which, as rules for life go, is not a bad one.</p>
<h3>Why bother?</h3>
<p>Because the shape is everywhere once you have seen it: sessions in a log, outages in a series of pings, consecutive seat numbers, page ranges in an index. You are never looking for the runs. You are looking for something that stays still while they run.</p>`,
    comments: [
      {
        by: 'linxi',
        text: "With PostgreSQL 14 or later there is also range_agg: unnest(range_agg(daterange(day, day, '[]'))) grouped by member. One line.",
        replies: [
          {
            by: 'priya',
            text: 'Just tried it, and it gives exactly the four islands. I did not know that adjacent ranges merge. Stealing this, with credit!',
          },
          { by: 'linxi', text: '不过「允许断一天」还是得用你的第二种。' },
        ],
      },
      {
        by: 'lianhe',
        text: '「要找的不是连续，而是连续时不变的东西」——做图的时候也是这样，谢谢这句话。',
      },
      {
        by: 'suanpan',
        text: 'An invariant! You have found an invariant and given it a postcode.',
      },
      {
        by: 'huanhu',
        text: 'Used it on my ride log. Longest streak 23 days, ended by a wedding.',
        replies: [
          { by: 'jules', text: 'Yours?' },
          { by: 'huanhu', text: 'My sister’s. I did offer to arrive by bike.' },
        ],
      },
      {
        by: 'maodou',
        text: 'What if somebody checks in twice on one day?',
        replies: [
          {
            by: 'priya',
            text: 'The primary key forbids it here. Without one, say “select distinct member, day” first, or the counter runs ahead of the date.',
          },
        ],
      },
    ],
  },
];
