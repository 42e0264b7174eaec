import { describe, expect, test } from 'vitest';
import { type Client, cookieHeader } from '../support/client.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createWorld();

describe('§4 /settings', () => {
  const tabs = {
    profile: '公开资料',
    security: '修改密码',
    sessions: '当前设备',
    notifications: '系统通知、审核结果和 @ 你的消息始终会送达。',
    privacy: '公开关注和粉丝列表',
    appearance: '键盘快捷键',
  };

  test.each(Object.entries(tabs))('§4 Settings tabs: %s has its URL', async (tab, text) => {
    const page = await open(await world.member(), `/settings?tab=${tab}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain(text);
    expect(page.text).toMatch(new RegExp(`href="/settings\\?tab=${tab}"[^>]*aria-current="page"`));
  });

  test.each(['/settings', '/settings?tab=nonsense', '/settings?tab=profile&tab=privacy'])(
    '%s shows the profile: only known tabs count',
    async (url) => {
      const page = await open(await world.member(), url);
      expect(page.status).toBe(200);
      expect(page.text).toContain('公开资料');
    },
  );

  test('§5.6 an anonymous visitor logs in first and comes back', async () => {
    const response = await open(world.visitor(), '/settings?tab=security');
    expect(response.headers['location']).toBe('/login?next=%2Fsettings%3Ftab%3Dsecurity');
  });

  test("D35 the first-time tasks' anchors exist", async () => {
    const { text } = await open(await world.member(), '/settings');
    for (const id of ['avatar', 'username', 'signature']) expect(text).toContain(`id="${id}"`);
    expect(text.match(/完成可得 \+10 经验/g)).toHaveLength(3);
  });

  test('§3 a banned member sees everything and can change nothing', async () => {
    const banned = await world.member({ status: 'banned' });
    const { text } = await open(banned, '/settings?tab=notifications');
    expect(text).toContain('账号被封禁期间只能浏览，不能修改设置。');
    expect(text.match(/role="switch"[^>]* disabled/g)).toHaveLength(7);
  });
});

describe('§8 the profile form', () => {
  test('D39 the first name is free and lifts a newcomer out of Lv0', async () => {
    const member = await world.member();
    expect((await open(member, '/settings')).text).toContain('第一次设置免费。');
    const done = await sendForm(member, '/settings/profile/update', {
      username: '灯下客',
      signature: '',
    });
    expect([done.status, done.headers['location']]).toEqual([303, '/settings?tab=profile']);
    expect((await member.get('/api/level/info')).body.level).toBe(1);
  });

  test('D39 an invalid name is refused at its field; the typed text stays', async () => {
    const member = await world.member();
    const page = await sendForm(member, '/settings/profile/update', {
      username: '12345',
      signature: '一灯如豆',
    });
    expect(page.status).toBe(400);
    expect(page.text).toContain('<a href="#username">这个名字不符合要求');
    expect(page.text).toMatch(/id="username"[^>]*value="12345"[^>]*aria-invalid/);
    expect(page.text).toContain('value="一灯如豆"');
  });

  test('D39 with review on, a pending change is shown with its price and can be withdrawn', async () => {
    const own = await createWorld();
    const member = await own.member({ exp: 10 });
    await member.put('/api/settings/profile', { username: '旧名字' });
    await own.review(true);
    await sendForm(member, '/settings/profile/update', { username: '新名字' });
    const page = await open(member, '/settings');
    expect(page.text).toContain('审核中');
    expect(page.text).toContain('新名字');
    expect(page.text).toContain('已冻结 6 能量，通过后扣除，驳回或撤回则退还。');
    expect(page.text).toContain('<fieldset class="plain" disabled');
    const refused = await sendForm(member, '/settings/profile/update', { signature: 'x' });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('已有一项资料修改在等待审核');

    const { body: before } = await member.get('/api/energy/info');
    await sendForm(member, '/settings/profile/pending/delete', {});
    const { body: after } = await member.get('/api/energy/info');
    expect(after.balance - before.balance).toBe(6);
  });

  test('§7.5 below zero the name cannot be changed, and the page shows why', async () => {
    const member = await world.member({ exp: 10 });
    await member.put('/api/settings/profile', { username: '欠账的人' });
    await member.put('/api/settings/profile', { username: '还在欠账' });
    const { text } = await open(member, '/settings');
    expect(text).toMatch(/id="username"[^>]* disabled/);
    expect(text).toContain('能量为负（−');
  });
});

describe('§8 security', () => {
  test('D14 a wrong password is reported at its field with the tries left, and the last one starts the delay', async () => {
    const own = await createWorld();
    const member = await own.member();
    const fields = { current_password: 'wrong', new_password: 'another good one 7' };
    const first = await sendForm(member, '/settings/password/update', fields);
    expect(first.status).toBe(403);
    expect(first.text).toContain('<a href="#current_password">密码不正确。');
    expect(first.text).toContain('一分钟内还可以再试 4 次');
    expect(first.text).not.toContain('another good one 7');
    for (let tries = 0; tries < 4; tries++)
      await sendForm(member, '/settings/password/update', fields);
    const last = await sendForm(member, '/settings/delete-account', { password: PASSWORD });
    expect(last.status).toBe(429);
    expect(last.text).toContain('data-retry-after="300"');
    expect(last.text).toMatch(/<details class="leave" open/);
  });

  test('a common new password is refused in the reader’s language', async () => {
    const member = await world.member();
    const page = await sendForm(member, '/settings/password/update', {
      current_password: PASSWORD,
      new_password: 'password1',
    });
    expect(page.status).toBe(422);
    expect(page.text).toContain('<a href="#new_password">该密码过于常见');
  });

  test('D15 deletion requires the uid, shows the date and links to the restore', async () => {
    const member = await world.member();
    const page = await open(member, '/settings?tab=security');
    expect(page.text).toMatch(new RegExp(`id="confirm-uid"[^>]*pattern="${member.uid}"`));
    const done = await sendForm(member, '/settings/delete-account', {
      password: PASSWORD,
      next: '/restore',
    });
    expect([done.status, done.headers['location']]).toEqual([303, '/restore']);
  });

  test('D17 the owner sees why they cannot delete their account', async () => {
    const { text } = await open(await world.member({ role: 'owner' }), '/settings?tab=security');
    expect(text).toContain('站长账号不能删除');
    expect(text).not.toContain('action="/settings/delete-account"');
  });
});

describe('§2 devices', () => {
  test('the current device first, without a button to end it; the others one by one or all at once', async () => {
    const member = await world.member();
    const elsewhere = [world.visitor(), world.visitor()];
    for (const one of elsewhere) await one.logIn(member.email, PASSWORD);
    const { text } = await open(member, '/settings?tab=sessions');
    expect(text.indexOf('当前设备')).toBeLessThan(text.indexOf('让 未知浏览器'));
    expect(text).not.toContain(`/settings/sessions/${member.session_id}/delete`);
    expect(text).toContain('退出其他 2 台设备');

    await sendForm(member, `/settings/sessions/${elsewhere[0]?.session_id}/delete`, {});
    expect((await elsewhere[0]?.get('/api/settings/sessions'))?.status).toBe(401);
    await sendForm(member, '/settings/sessions/destroy-others', {});
    expect((await elsewhere[1]?.get('/api/settings/sessions'))?.status).toBe(401);
    const alone = await open(member, '/settings?tab=sessions');
    expect(alone.text).toContain('你的账号只在这台设备上登录。');
  });
});

describe('settings', () => {
  test('§2 each is a button that sends the opposite state, so it works without scripts', async () => {
    const member = await world.member();
    const before = await open(member, '/settings?tab=notifications');
    expect(before.text).toMatch(/aria-checked="true"[^>]*name="like" value="false"/);
    await sendForm(member, '/settings/notify-prefs/update', { like: 'false' });
    expect((await member.get('/api/settings/notify-prefs')).body).toMatchObject({ like: false });
    const after = await open(member, '/settings?tab=notifications');
    expect(after.text).toMatch(/aria-checked="false"[^>]*name="like" value="true"/);
  });

  test('D32 follow list settings', async () => {
    const member = await world.member();
    await sendForm(member, '/space/privacy/update', { follows_public: 'false' });
    const { text } = await open(member, '/settings?tab=privacy');
    expect(text).toMatch(/aria-checked="false"[^>]*name="follows_public" value="true"/);
  });

  test('keyboard shortcuts are a browser setting, changed by a link', async () => {
    const member = await world.member();
    const response = await open(member, '/settings/keys/off?next=/settings?tab=appearance');
    expect([response.status, response.headers['location']]).toEqual([
      303,
      '/settings?tab=appearance',
    ]);
    const { text } = await open(member, '/settings?tab=appearance');
    expect(text).toMatch(/href="\/settings\/keys\/off[^"]*"[^>]*aria-current="true"/);
    expect((await open(member, '/settings/keys/loud')).status).toBe(404);
  });
});

function open(client: Client, url: string) {
  return client.get(url, { headers: { accept: 'text/html' } });
}

/** Submits like a browser without scripts. */
function sendForm(client: Client, url: string, fields: Record<string, string>) {
  return client.raw({
    method: 'POST',
    url,
    headers: {
      cookie: cookieHeader(client.cookies),
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
    },
    payload: new URLSearchParams({
      csrf_token: client.cookies.get('csrf') ?? '',
      next: '/settings?tab=profile',
      ...fields,
    }).toString(),
  });
}
