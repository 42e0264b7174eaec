import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { atEnd } from '../../support/cleanup.ts';

const HEADER_BYTES = 12;
const TYPE_A = 1;
/** A response without error, to a query that asked for recursion. */
const FLAGS = 0x8180;
/** The name of the question, at the start of the message's body. */
const NAME_POINTER = 0xc000 + HEADER_BYTES;

/** A name server that resolves every name to the addresses that the function returns, as a container engine does. */
export async function startNameServer(addresses: () => string[]): Promise<number> {
  const datagrams = createSocket('udp4');
  datagrams.on('message', (query: Buffer, { port, address }: RemoteInfo) => {
    datagrams.send(respond(query, addresses()), port, address);
  });
  // Some machines are configured to ask over TCP, where the length comes first.
  const streams = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (message) => {
      const response = respond(message.subarray(2), addresses());
      const length = Buffer.alloc(2);
      length.writeUInt16BE(response.length);
      socket.write(Buffer.concat([length, response]));
    });
  });
  streams.listen(0, '127.0.0.1');
  await once(streams, 'listening');
  const { port } = streams.address() as AddressInfo;
  datagrams.bind(port, '127.0.0.1');
  await once(datagrams, 'listening');
  atEnd(() => {
    datagrams.close();
    streams.close();
  });
  return port;
}

function respond(query: Buffer, addresses: string[]): Buffer {
  // The question is a name that ends with a zero byte, its type and its class.
  const end = query.indexOf(0, HEADER_BYTES) + 5;
  const found = query.readUInt16BE(end - 4) === TYPE_A ? addresses : [];
  const header = Buffer.alloc(HEADER_BYTES);
  [query.readUInt16BE(0), FLAGS, 1, found.length].forEach((value, index) => {
    header.writeUInt16BE(value, index * 2);
  });
  const records = found.map((address) => {
    const record = Buffer.alloc(16);
    [NAME_POINTER, TYPE_A, 1, 0, 0, 4].forEach((value, index) => {
      record.writeUInt16BE(value, index * 2);
    });
    record.set(address.split('.').map(Number), 12);
    return record;
  });
  return Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...records]);
}
