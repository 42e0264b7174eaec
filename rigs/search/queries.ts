const POSTS = '/api/search?q=';
const NEWEST = '/api/search?sort=newest&q=';

/** What people and attackers search for. */
export const QUERIES: { name: string; q: string; path: string; refused?: true }[] = [
  { name: 'common 我们', q: '我们', path: POSTS },
  { name: 'common 时间 系统', q: '时间 系统', path: POSTS },
  { name: 'common, newest 时间', q: '时间', path: NEWEST },
  { name: 'rare 湖心亭看雪', q: '湖心亭看雪', path: POSTS },
  { name: 'two characters 咖啡', q: '咖啡', path: POSTS },
  { name: 'one character 猫', q: '猫', path: POSTS },
  { name: 'one character 的', q: '的', path: POSTS },
  { name: 'mixed PostgreSQL 时间', q: 'PostgreSQL 时间', path: POSTS },
  { name: 'sentence 怎么学吉他', q: '怎么学吉他', path: POSTS },
  { name: 'English running indexes', q: 'running indexes', path: POSTS },
  { name: 'common English the', q: 'the', path: POSTS },
  { name: 'misspelt postgers', q: 'postgers', path: POSTS },
  { name: 'quoted "我们的"', q: '"我们的"', path: POSTS },
  { name: 'quoted, rare "夜里的望远镜"', q: '"夜里的望远镜"', path: POSTS },
  { name: 'without 时间 -我们', q: '时间 -我们', path: POSTS },
  { name: 'author and word', q: '时间 author:7', path: POSTS },
  { name: 'nothing found', q: '龘靐齉爩', path: POSTS },
  { name: 'two common words that rarely meet', q: '龙卷风 系统 因为 已经', path: POSTS },
  { name: 'empty', q: '', path: POSTS },
  { name: 'stop words only 的了是在和', q: '的 了 是 在 和', path: POSTS },
  { name: '10 000 characters', q: '我们的时间系统'.repeat(1_429), path: POSTS, refused: true },
  { name: 'as long as allowed', q: '我们的时间系统'.repeat(28), path: POSTS },
  { name: 'operators only', q: '-- "" author: tag: & | ! ( ) <-> :*', path: POSTS },
  { name: 'eight common words', q: '时间 系统 问题 工作 没有 自己 中国 公司', path: POSTS },
  { name: 'suggest 望', q: '望', path: '/api/search/suggest?q=' },
  { name: 'suggest post', q: 'post', path: '/api/search/suggest?q=' },
  { name: 'people member', q: 'member', path: '/api/search?type=people&q=' },
];
