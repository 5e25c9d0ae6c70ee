/** An SMTP server that takes every mail and forwards none. */
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Letterbox } from './letterbox.ts';

export const MAIL_LOGIN = { user: 'pasar', pass: 'simulated-mail-password' };

export interface MailServer {
  /** For PASAR_SMTP_URL. */
  readonly url: string;
  close(): Promise<void>;
}

/** Listens on loopback. `port` 0: any free port. Rejects with the system's error, usually EADDRINUSE. */
export async function startMailServer(letterbox: Letterbox, port: number): Promise<MailServer> {
  const server = new SMTPServer({
    // It has no certificate, so it takes the login in the clear, as a server on the same machine does.
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: 1_048_576,
    onAuth({ username, password }, _session, answer) {
      const isRight = username === MAIL_LOGIN.user && password === MAIL_LOGIN.pass;
      answer(isRight ? null : refusal(535, 'Authentication failed'), isRight ? { user: username } : undefined);
    },
    onData(stream, session, answer) {
      read(stream, session, letterbox).then(
        (isTaken) => answer(isTaken ? null : refusal(550, 'Mailbox unavailable')),
        (error: unknown) => answer(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });
  // A client that breaks off is no fault of the server.
  server.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.server.off('error', reject);
      resolve();
    });
  });
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new TypeError('a TCP server has an address with a port');
  return {
    url: `smtp://${MAIL_LOGIN.user}:${MAIL_LOGIN.pass}@127.0.0.1:${address.port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const refusal = (code: number, words: string) => Object.assign(new Error(words), { responseCode: code });

async function read(stream: SMTPServerDataStream, session: SMTPServerSession, letterbox: Letterbox): Promise<boolean> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  if (letterbox.isRefusing) return false;
  const { subject = '', text = '' } = await PostalMime.parse(Buffer.concat(chunks));
  for (const { address } of session.envelope.rcptTo) {
    letterbox.put({ to: address, channel: 'mail', subject, text: text.trim() });
  }
  return true;
}
