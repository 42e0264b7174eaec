import { createSocket } from 'node:dgram';
import ipaddr from 'ipaddr.js';
import { atEnd } from './cleanup.ts';

/** What a name server returns for a name: addresses of both families, nothing at all, or not even a response. */
type Zone = (name: string, query: number) => string[] | 'no such name' | 'silence';

const TYPES = { 1: 'ipv4', 28: 'ipv6' } as const;

/** A name server on this machine. `query` counts the questions for the name and type, from zero. */
export async function startDns(zone: Zone): Promise<{ server: string; questions: string[] }> {
  const socket = createSocket('udp4');
  const questions: string[] = [];
  socket.on('message', (message, from) => {
    const { name, end, type } = readQuestion(message);
    const kind = TYPES[type as keyof typeof TYPES];
    const question = `${name} ${kind}`;
    const found = zone(name, questions.filter((one) => one === question).length);
    questions.push(question);
    if (found === 'silence') return;
    const addresses = (found === 'no such name' ? [] : found)
      .map((address) => ipaddr.parse(address))
      .filter((address) => address.kind() === kind);
    const header = Buffer.alloc(12);
    message.copy(header, 0, 0, 2);
    header.writeUInt16BE(found === 'no such name' ? 0x8183 : 0x8180, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(addresses.length, 6);
    const records = addresses.map((address) => recordOf(type, Buffer.from(address.toByteArray())));
    socket.send(Buffer.concat([header, message.subarray(12, end), ...records]), from.port);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  atEnd(() => socket.close());
  return { server: `127.0.0.1:${socket.address().port}`, questions };
}

function readQuestion(message: Buffer): { name: string; end: number; type: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const name = labels.join('.').toLowerCase();
  return { name, end: at + 5, type: message.readUInt16BE(at + 1) };
}

/** For the name of the question, with no time to live. */
function recordOf(type: number, address: Buffer): Buffer {
  const record = Buffer.alloc(12);
  record.writeUInt16BE(0xc00c, 0);
  record.writeUInt16BE(type, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt16BE(address.length, 10);
  return Buffer.concat([record, address]);
}
