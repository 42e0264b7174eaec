import type { DemoMember } from '../community.ts';

export const xiaowu: DemoMember = {
  key: 'xiaowu',
  username: '小吴',
  signature: '在学 Rust 和系统编程，看不懂的地方会老实写看不懂。',
  joined: 130,
  presence: 0.75,
  posts: [
    {
      title: '借用检查器不是我的敌人，是我爸',
      days_ago: 69,
      body: `<p>学 Rust 的第三周，我终于和借用检查器和解了。起因是这五行：</p>
<pre><code class="language-rust">fn main() {
    let mut scores = vec![3, 1, 4];
    let first = &amp;scores[0];
    scores.push(1);
    println!("{first}");
}</code></pre>
<p>编译器不让过：</p>
<pre><code>error[E0502]: cannot borrow \`scores\` as mutable because it is also borrowed as immutable</code></pre>
<p>我当时的反应和小时候一样：<em>凭什么？我就看一眼，又不碰它。</em></p>
<p>后来想明白了。<code>push</code> 的时候，如果容量不够，整个数组会搬家到一块新的内存，而 <code>first</code> 还指着旧地址。旧房子已经拆了。同样的代码在 C++ 里能编译，通常也能跑，直到某一天数组恰好在那一刻搬家。</p>
<p>它不让我做，不是因为这次一定出事，而是因为它知道我记不住哪次会出事。这不就是我爸吗。</p>
<p>和解的办法有三个，看你真正想要什么：</p>
<pre><code class="language-rust">fn main() {
    let mut scores = vec![3, 1, 4];

    // 一、只想要那个值：抄一份
    let first = scores[0];
    scores.push(1);
    println!("{first}");

    // 二、看完再改：让借用早点结束
    println!("{}", scores[0]);
    scores.push(5);

    // 三、想一直指着“第一个”：记位置，不记地址
    let best = 0;
    scores.push(9);
    println!("{}", scores[best]);
}</code></pre>
<p>现在报 E0502，我先问自己：这个引用，我要用到什么时候？多半一问，就发现是我没想清楚。</p>`,
      comments: [
        { by: 'azhe', text: '标题赢了。我家的是“我妈”：TypeScript，说完还会补一句“我是为你好”。' },
        {
          by: 'linxi',
          text: '第三种“记位置，不记地址”，数据库里管它叫主键。',
          replies: [{ by: 'xiaowu', text: '世界上的道理好像就那么几条。' }],
        },
        {
          by: 'tomas',
          text: 'I write C for microcontrollers. There is no dad. There is only the debugger at 2 a.m.',
        },
        { by: 'kankan', text: '不懂编程，但“它知道我记不住哪次会出事”这句话，看懂了。' },
      ],
    },
    {
      title: '四十来行写一个 wc，比系统的慢多少？',
      days_ago: 39,
      body: `<p>练手题：用 Rust 写一个 <code>wc</code>，数行、数词、数字节，然后跟系统自带的比速度。我猜会慢三倍。结果出乎意料，而且越查越心虚。</p>
<h2>第一版：最顺手的写法</h2>
<pre><code class="language-rust">use std::env;
use std::fs::File;
use std::io::{self, BufRead, BufReader};

fn main() -&gt; io::Result&lt;()&gt; {
    for path in env::args().skip(1) {
        let (mut lines, mut words, mut bytes) = (0, 0, 0);
        for line in BufReader::new(File::open(&amp;path)?).lines() {
            let line = line?;
            lines += 1;
            words += line.split_whitespace().count();
            bytes += line.len() + 1;
        }
        println!("{lines} {words} {bytes} {path}");
    }
    Ok(())
}</code></pre>
<p>很短，很好读，而且是错的。拿一个末尾没有换行的文件试试：内容是 <code>abc</code> 三个字节，系统说“0 行 3 字节”，我说“1 行 4 字节”。<code>lines()</code> 把换行符吃掉了，我又凭空加了一个回去。另外每一行都分配一个新的 <code>String</code>，还要检查 UTF-8，遇到二进制文件直接报错退出。</p>
<h2>第二版：只看字节</h2>
<pre><code class="language-rust">use std::env;
use std::fs::File;
use std::io::{self, Read};

#[derive(Default)]
struct Counts {
    lines: u64,
    words: u64,
    bytes: u64,
}

fn count(mut input: impl Read) -&gt; io::Result&lt;Counts&gt; {
    let mut counts = Counts::default();
    let mut buffer = [0u8; 64 * 1024];
    let mut in_word = false;
    loop {
        let n = input.read(&amp;mut buffer)?;
        if n == 0 {
            return Ok(counts);
        }
        counts.bytes += n as u64;
        for &amp;byte in &amp;buffer[..n] {
            if byte == b'\\n' {
                counts.lines += 1;
            }
            let blank = byte.is_ascii_whitespace();
            if !blank &amp;&amp; !in_word {
                counts.words += 1;
            }
            in_word = !blank;
        }
    }
}

fn main() -&gt; io::Result&lt;()&gt; {
    for path in env::args().skip(1) {
        let c = count(File::open(&amp;path)?)?;
        println!("{} {} {} {path}", c.lines, c.words, c.bytes);
    }
    Ok(())
}</code></pre>
<p>要点是 <code>in_word</code> 放在循环<strong>外面</strong>：一个词可能正好被缓冲区的边界切成两半，状态要带过去，不然就会多数一个。</p>
<h2>比赛</h2>
<p>一个 200 MB 的英文文本，文件已经在缓存里，各跑三遍取中间的用户态 CPU 时间：</p>
<table><thead><tr><th>程序</th><th>CPU 时间</th></tr></thead><tbody>
<tr><td>系统 wc</td><td>1.40 s</td></tr>
<tr><td>系统 wc，LC_ALL=C</td><td>1.64 s</td></tr>
<tr><td>第一版（-O）</td><td>0.98 s</td></tr>
<tr><td>第二版（-O）</td><td>0.45 s</td></tr>
<tr><td>第二版（没开优化）</td><td>1.80 s</td></tr>
<tr><td>系统 wc -l</td><td>0.00 s</td></tr>
</tbody></table>
<p>快了三倍？我第一反应是高兴，第二反应是：<em>肯定哪里不公平。</em></p>
<h3>缓冲区要多大？</h3>
<p>顺手试了一下。每调用一次 <code>read</code> 就要进一次内核，缓冲区越小，进出越多。花在内核里的时间：</p>
<table><thead><tr><th>缓冲区</th><th>内核态时间</th></tr></thead><tbody>
<tr><td>512 B</td><td>0.16 s</td></tr>
<tr><td>4 KB</td><td>0.08 s</td></tr>
<tr><td>64 KB</td><td>0.05 s</td></tr>
<tr><td>1 MB</td><td>0.04 s</td></tr>
</tbody></table>
<p>从 512 字节到 64 KB 省了十分之一秒，再往上就没什么好省的了。用 <code>strace -c</code> 数了一下，64 KB 时一共三千多次 <code>read</code>，和 200 MB ÷ 64 KB 对得上。也就是说，时间主要花在<em>数</em>上，不在<em>读</em>上。我本来打算上内存映射，看到这里就把那个分支删了：测过才知道哪里不用优化。</p>
<h2>哪里不公平</h2>
<ol>
<li><strong>它做的事比我多。</strong>系统的 <code>wc</code> 认得当前语言环境里的空白。我用全角空格隔开“你好　世界”，它数出两个词，我数出一个。</li>
<li><strong>但这不是全部原因。</strong>换成 <code>LC_ALL=C</code>，它不必管多字节了，却并没有变快。为什么，我还不知道。（老实写：不知道。）</li>
<li><strong>看最后一行。</strong><code>wc -l</code> 只数换行，几乎不花用户态时间。说明写它的人完全知道怎么快，只是认为没人会在乎数词的速度。</li>
</ol>
<p>所以结论不是“Rust 比 C 快”，而是“我解的是一道更简单的题”。</p>
<p>还有一点：我测的是一台同时在干别的活的机器，墙上的钟跳得厉害，同一个程序能差一倍，所以才改用 CPU 时间。即便如此，上下一成的差别我也不敢当真，只敢说那些一眼看得出来的。</p>
<h2>学到的</h2>
<ul>
<li>测速之前先对答案。第一版要是不试 <code>abc</code>，我会拿一个错的程序去炫耀。</li>
<li>比别人快很多的时候，先怀疑自己少做了什么。</li>
<li>没开优化的那一行请贴在脑门上：同一份代码，差四倍。</li>
</ul>`,
      comments: [
        {
          by: 'oskar',
          text: '“If you are much faster than the others, first ask what you left out.” Best benchmark advice I have read this year.',
        },
        {
          by: 'jingzi',
          text: '挑个小错：is_ascii_whitespace 不包含垂直制表符 \\v，系统的 wc 会把它当空白。a\\vb 它数两个词，你数一个。',
          replies: [
            {
              by: 'xiaowu',
              text: '试了，真的！Rust 文档里写得清清楚楚，是我没看。谢谢，这条比正文值钱。',
            },
            { by: 'jingzi', text: '说明你第一条“它做的事比我多”又多了一个证据。' },
          ],
        },
        {
          by: 'linxi',
          text: '“先对答案再测速”，我们优化 SQL 也是这个顺序。多少“优化”其实是少返回了几行。',
        },
        { by: 'azhe', text: '没开优化差四倍！前端对应物：开着开发模式跑性能测试的我。' },
        {
          by: 'priya',
          text: 'Could you try perf on the system one? I would like to know where the C-locale time goes.',
          replies: [
            {
              by: 'xiaowu',
              text: 'On my list. I will write a follow-up when I can explain it, not before.',
            },
          ],
        },
        { by: 'suanpan', text: '三遍取中间，不取最好的一遍，可见是老实人。' },
      ],
    },
    {
      title: 'strace 三分钟破案：配置文件“不存在”',
      days_ago: 17,
      body: `<p>程序说找不到 <code>/etc/app.conf</code>，可是 <code>ls</code> 明明看得见，权限也对。盯了半小时源码，没用。最后一行命令：</p>
<pre><code class="language-bash">strace -f -e trace=openat ./start.sh 2&gt;&amp;1 | grep app.conf</code></pre>
<pre><code>openat(AT_FDCWD, "/etc/app.conf\\r", O_RDONLY) = -1 ENOENT (No such file or directory)</code></pre>
<p>看见那个 <code>\\r</code> 了吗？路径是从一个 Windows 换行的列表里读出来的，末尾多一个回车符，打印到屏幕上根本看不见。</p>
<p>教训：程序<em>说</em>它打开了什么不重要，它<em>对内核说</em>的才算数。</p>`,
      comments: [
        { by: 'linxi', text: '“对内核说的才算数”，收藏了。' },
        {
          by: 'tomas',
          text: 'Invisible bytes are the ghosts of our profession. `cat -A` is the other torch I carry.',
          replies: [{ by: 'xiaowu', text: '学到了，cat -A 会把它显示成 ^M$。' }],
        },
        { by: 'yejian', text: '所以说，看不见的东西也要有替代文字。' },
      ],
    },
    {
      title: 'Pin：第三次没看懂的笔记',
      days_ago: 3,
      state: 'draft',
      body: `<p>第一次：以为 <code>Pin</code> 是把值“钉”在内存里。第二次：发现它钉住的是指针背后的东西，而且只对 <code>!Unpin</code> 的类型有意义。第三次：知道了为什么需要（异步函数的状态里有指向自己的引用，搬家就断了），还是没搞懂怎么安全地拿到里面的字段。</p>
<p>先记到这里。等我能用一句话讲给阿哲听，再发出来。</p>`,
      comments: [],
    },
  ],
};
