/** Explains why a target gave no answer, and what to do. */
import { proxyFor } from './dispatcher.ts';
import { faultOfMachine, wasUnread, type Unanswered } from './unanswered.ts';
import type { Destination } from './wire-options.ts';

const untrusted: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
]);
/** Whether the certificate is not signed by anyone that this machine trusts. */
export function isUntrusted(code: string): boolean {
  return untrusted.has(code);
}

const noClientCertificate =
  /^ERR_SSL_(?:TLSV13_ALERT_CERTIFICATE_REQUIRED|SSLV3_ALERT_(?:HANDSHAKE_FAILURE|BAD_CERTIFICATE)|TLSV1_ALERT_UNKNOWN_CA|\w*ALERT_CERTIFICATE_UNKNOWN)$/;
const tooSlow: ReadonlySet<string> = new Set([
  'TIMEOUT',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

/** Why a target gave no answer, and what to do, to be read after its address. */
export function whyUnanswered(target: Destination, outcome: Unanswered): string {
  if (wasUnread(outcome)) return `gives no answer that could be judged: ${outcome.why}`;
  const fault = faultOfMachine(outcome);
  if (fault !== null) return `was not asked: ${fault.seen}; ${fault.todo}`;
  const proxy = proxyFor(target.baseUrl);
  const { seen, todo } = (proxy === null ? null : ofProxy(outcome)) ?? ofTarget(outcome, target);
  const through = proxy === null ? '' : ` through the proxy ${proxy.host}`;
  return `cannot be reached${through}: ${seen}; ${todo}`;
}

interface Failure {
  readonly seen: string;
  readonly todo: string;
}

function ofProxy({ code, why }: Unanswered): Failure | null {
  const naming = 'HTTP_PROXY and HTTPS_PROXY name it';
  const todo = `${naming}, and hosts in NO_PROXY are reached without it`;
  const refused = /\b407\b|Proxy response \((\d{3})\)/.exec(why);
  if (refused !== null) {
    const status = refused[1] ?? '407';
    return status === '407'
      ? { seen: 'it wants a credential (407)', todo: `${naming} with user and password` }
      : { seen: `it refuses to connect to the target (${status})`, todo };
  }
  if (code === 'UND_ERR_PRX_TLS' || code === 'UND_ERR_PRX_CONN')
    return { seen: `it closes the connection (${code})`, todo };
  const isItsOwn = code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN';
  return isItsOwn ? { seen: `no proxy answers there (${code})`, todo } : null;
}

function ofTarget({ code, why }: Unanswered, target: Destination): Failure {
  const { host, hostname, protocol } = new URL(target.baseUrl);
  if (code === 'ECONNREFUSED')
    return {
      seen: `nothing listens on ${host} (${code})`,
      todo: 'is the port right, and is the server running?',
    };
  if (code === 'ENOTFOUND')
    return { seen: `${hostname} has no address (${code})`, todo: 'is the name right, and a VPN needed?' };
  if (code === 'EAI_AGAIN')
    return {
      seen: `no name server resolves ${hostname} (${code})`,
      todo: 'is this machine on the network?',
    };
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH')
    return { seen: `there is no route to ${host} (${code})`, todo: 'is a VPN needed?' };
  if (tooSlow.has(code))
    return {
      seen: `no whole answer came within ${target.requests.timeoutMs} ms`,
      todo: 'does a firewall drop what this machine sends? `requests.timeoutMs` lets it take longer',
    };
  return (protocol === 'https:' ? ofTls(code, target) : null) ?? closed(code, why, target);
}

function ofTls(code: string, target: Destination): Failure | null {
  const { hostname } = new URL(target.baseUrl);
  if (isUntrusted(code))
    return {
      seen: `its certificate is signed by no authority that this machine trusts (${code})`,
      todo: 'give the file with the certificate of its authority as `tls.ca` in the target file, or in NODE_EXTRA_CA_CERTS',
    };
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return {
      seen: `its certificate is not for ${hostname} (${code})`,
      todo: 'use the name in its certificate as `baseUrl`',
    };
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return {
      seen: `its certificate is ${code === 'CERT_HAS_EXPIRED' ? 'expired' : 'not valid yet'} (${code})`,
      todo: 'renew it, or correct the clock of this machine',
    };
  if (noClientCertificate.test(code))
    return target.tls.cert === null
      ? {
          seen: `it ended the handshake (${code})`,
          todo: 'if it requires a client certificate, give `tls.cert` and `tls.key` in the target file',
        }
      : {
          seen: `it refuses the client certificate of \`tls.cert\` (${code})`,
          todo: 'is it signed by an authority that the target trusts, and still valid?',
        };
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG')
    return { seen: `it does not speak TLS on that port (${code})`, todo: 'is it http:// there?' };
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_'))
    return {
      seen: `no TLS connection could be established (${code})`,
      todo: 'which versions of TLS does it accept?',
    };
  return null;
}

function closed(code: string, why: string, { baseUrl, tls }: Destination): Failure {
  const isTls = baseUrl.startsWith('https:');
  if (code.startsWith('HPE_') || why.startsWith('Response does not match the HTTP'))
    return {
      seen: 'the answer is not HTTP',
      todo: isTls ? 'is it the right port?' : 'is it https:// there?',
    };
  if (code !== 'UND_ERR_SOCKET' && code !== 'ECONNRESET' && code !== 'EPIPE')
    return { seen: why, todo: 'is it the right address?' };
  // Since TLS 1.3 a server refuses a certificate after the handshake, and may do so by closing.
  const certificate =
    tls.cert === null ? 'require a client certificate (`tls.cert`)' : 'refuse the certificate of `tls.cert`';
  return {
    seen: `it closes the connection without an answer (${code})`,
    todo: isTls ? `is it the right port, and does it ${certificate}?` : 'is it https:// there?',
  };
}
