import sharp from 'sharp';

const PASSWORD = 'a lantern by the river';

// biome-ignore lint/suspicious/noExplicitAny: the restore test reads JSON of every shape.
type Json = any;

/** A member who uses only the API. */
export type Member = {
  uid: number;
  email: string;
  access: string;
  refresh: string;
  post(path: string, body?: unknown): Promise<Json>;
  put(path: string, body: unknown): Promise<Json>;
  get(path: string): Promise<Json>;
  /** Uploads a unique picture; returns its URL. */
  uploadPicture(path: string): Promise<Json>;
};

export async function registerMember(url: string, email: string): Promise<Member> {
  return toMember(url, email, await open(url, '/api/auth/register', { email, password: PASSWORD }));
}

export async function logInMember(url: string, email: string): Promise<Member> {
  return toMember(url, email, await open(url, '/api/auth/login', { email, password: PASSWORD }));
}

/** With the refresh token of an earlier session. */
export async function refreshMember(url: string, member: Member): Promise<Member> {
  const opened = await open(url, '/api/auth/refresh', { refresh_token: member.refresh });
  return toMember(url, member.email, opened);
}

function open(url: string, path: string, body: Record<string, string>): Promise<Json> {
  return send(url, 'POST', path, '', JSON.stringify({ ...body, transport: 'bearer' }));
}

function toMember(url: string, email: string, opened: Json): Member {
  const access: string = opened.access_token;
  return {
    uid: opened.user.uid,
    email,
    access,
    refresh: opened.refresh_token,
    post: (path, body) =>
      send(url, 'POST', path, access, body === undefined ? body : JSON.stringify(body)),
    put: (path, body) => send(url, 'PUT', path, access, JSON.stringify(body)),
    get: (path) => send(url, 'GET', path, access),
    uploadPicture: async (path) => {
      const form = new FormData();
      form.append('file', new Blob([await drawPicture()], { type: 'image/png' }), 'picture.png');
      return send(url, 'POST', path, access, form);
    },
  };
}

async function send(
  url: string,
  method: string,
  path: string,
  token: string,
  body?: string | FormData,
): Promise<Json> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
  return text ? JSON.parse(text) : undefined;
}

let drawn = 0;

async function drawPicture(): Promise<Uint8Array<ArrayBuffer>> {
  const hue = (drawn++ * 47) % 360;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180">
    <rect width="320" height="180" fill="hsl(${hue} 40% 20%)"/>
    <circle cx="${40 + (hue % 240)}" cy="90" r="36" fill="hsl(${hue} 80% 70%)"/></svg>`;
  return Uint8Array.from(await sharp(Buffer.from(svg)).png().toBuffer());
}
