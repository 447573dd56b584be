/** Decides which addresses a webhook call may go to, so that the sandbox gives no access to private networks. */
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** `loopback` only, loopback and these host names, or any host. */
export type DeliveryHosts = 'loopback' | 'any' | readonly string[];

/** An address that may be connected to. */
export interface TargetAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
loopback.addSubnet('::ffff:127.0.0.0', 104, 'ipv6');

/** The target may not be called, or its name does not resolve. */
export class TargetRefusedError extends Error {
  override readonly name = 'TargetRefusedError';
}

/**
 * Resolves a host name, and returns the one address that was checked. The caller connects to that address without
 * resolving again: otherwise a name could resolve differently the second time.
 *
 * @throws {TargetRefusedError} if the host is not allowed or cannot be resolved
 */
export async function checkedAddress(hostname: string, hosts: DeliveryHosts): Promise<TargetAddress> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  const found = isIP(host) === 0 ? await resolved(host) : [{ address: host, family: isIP(host) }];
  const named =
    hosts === 'any' || (hosts !== 'loopback' && hosts.some((name) => name.toLowerCase() === host));
  const allowed = found.find(({ address, family }) => named || isLoopback(address, family));
  if (allowed === undefined) {
    throw new TargetRefusedError(`${host} is not on loopback and not among the hosts that may be called`);
  }
  return { address: allowed.address, family: allowed.family === 6 ? 6 : 4 };
}

function isLoopback(address: string, family: number): boolean {
  return loopback.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

async function resolved(host: string): Promise<{ address: string; family: number }[]> {
  try {
    return await lookup(host, { all: true });
  } catch {
    throw new TargetRefusedError(`${host} cannot be resolved`);
  }
}
