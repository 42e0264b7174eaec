/** Characters of the texts; only their number and variety matter. */
const CHARACTERS =
  '灯火长夜窗外雨声未停炉边有人翻书茶已凉透桌上的信写到一半墨迹还没干远处传来犬吠和车轮压过石板路面' +
  '山里秋天早来霜落在屋檐叶子红得像要烧起来河水慢下去鱼沉到底渡口空着船系在柳树下谁都不急着走' +
  '他把昨天记下的问题重新算过发现第三步错了于是从头再来这次结果对得上心里忽然松开像放下一块石头' +
  '孩子们围着看星座指给彼此北斗七颗哪一颗最亮老师说光走了很多年才到我们眼睛里所以看见的是过去' +
  '程序跑起来之后最难找的不是错误而是那些偶尔出现又自己消失的现象需要耐心记录每次条件然后比较差别';
/** Created once and combined per post; more than one post has. */
const PARAGRAPHS = 2000;
/** About 400 bytes each: 2 to 8 kB per post. */
const FEWEST = 6;
const MOST = 19;
/** One paragraph in this many is a code listing. */
const LISTING = 20;
const SUMMARY_LENGTH = 120;

/** A line of text that differs for each `n`. */
export const SENTENCE = `'：' || substr('${CHARACTERS}', 1 + n % ${CHARACTERS.length - 70}, 8 + n % 60)`;

/** The text of post `n`: one repeated line. */
export const LINES = `select '摘要 ' || n as summary, repeat('<p>灯火可亲，长夜漫漫。' || n || '</p>', 15) as body,
                             null as rendered`;

/** The text of post `n`: paragraphs and a few listings, which a page highlights. */
export const ARTICLE = `
  select substr('${CHARACTERS}', 1 + n % ${CHARACTERS.length - SUMMARY_LENGTH}, ${SUMMARY_LENGTH}) as summary,
         string_agg(plain, '' order by slot) as body,
         case when bool_or(plain <> coloured) then string_agg(coloured, '' order by slot) end as rendered
    from generate_series(1, ${FEWEST} + n % ${MOST - FEWEST}) slot
    join paragraph on number = (n::bigint * 7919 + slot * 104729) % ${PARAGRAPHS}`;

const PROSE = `'<p>' || (
    select string_agg(substr('${CHARACTERS}', 1 + floor(random() * ${CHARACTERS.length})::int, 1), '' order by step)
      from generate_series(1, 90 + n % 90) step) || '。</p>'`;

/** As stored in a body, and as highlighted in a page. */
function listing(coloured: boolean): string {
  const keyword = coloured ? '<span class="hljs-keyword">const</span>' : 'const';
  const number = (sql: string) =>
    coloured ? `'<span class="hljs-number">' || ${sql} || '</span>'` : sql;
  const line = `'${keyword} lamp' || step || ' = light(' || ${number('(n * 31 + step * 17) % 9973')} || E');\\n'`;
  return `'<pre><code class="language-ts">' || (
    select string_agg(${line}, '' order by step) from generate_series(1, 12) step) || '</code></pre>'`;
}

/** Must exist before the first article. */
export const MAKE_PARAGRAPHS = `create temp table paragraph as
  select n as number, case when n % ${LISTING} = 0 then ${listing(false)} else ${PROSE} end as plain,
         case when n % ${LISTING} = 0 then ${listing(true)} end as coloured
    from generate_series(0, ${PARAGRAPHS - 1}) n;
  update paragraph set coloured = plain where coloured is null;
  analyze paragraph`;
