import { createTransport, type Transporter } from 'nodemailer';
import type { Logger } from 'pino';
import { logEvent } from '../log.ts';

/** Where the operator's SMTP server is, and from whom the mails are: PASAR_SMTP_URL and PASAR_MAIL_FROM. */
export interface MailPlace {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. Without it the server's STARTTLS is used where it offers that. */
  readonly isSecure: boolean;
  readonly login: { readonly user: string; readonly pass: string } | null;
  /** An address, or `Name <address>`. */
  readonly from: string;
}

/** A mail to one person, in plain text. It may hold a code, so nothing of it is ever logged. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** For each step of the conversation with the server (our choice). */
const STEP_MS = 10_000;
const ON_THIS_MACHINE = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/u;

/** Sends mails by SMTP, each once: whoever sends decides whether a mail that was not sent is sent again. */
export class Mailer {
  readonly #transport: Transporter;
  readonly #log: Logger;
  readonly #running = new Set<Promise<boolean>>();

  constructor({ host, port, isSecure, login, from }: MailPlace, log: Logger) {
    this.#log = log;
    this.#transport = createTransport(
      {
        host,
        port,
        secure: isSecure,
        // A password never leaves this machine in the clear.
        requireTLS: !isSecure && login !== null && !ON_THIS_MACHINE.test(host),
        ...(login === null ? {} : { auth: login }),
        connectionTimeout: STEP_MS,
        greetingTimeout: STEP_MS,
        socketTimeout: STEP_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      { from },
    );
  }

  /** Whether the server took the mail. That it did not stands in the log, without the person and the words. */
  send(mail: Mail): Promise<boolean> {
    const sending = this.#send(mail);
    this.#running.add(sending);
    void sending.finally(() => this.#running.delete(sending));
    return sending;
  }

  /** Why the server does not answer or does not take the login; null where it does. Sends nothing. */
  async fault(): Promise<string | null> {
    try {
      await this.#transport.verify();
      return null;
    } catch (error) {
      return codeOf(error);
    }
  }

  /** Waits for the mails that are on their way. */
  async close(): Promise<void> {
    await Promise.all(this.#running);
    this.#transport.close();
  }

  async #send({ to, subject, text }: Mail): Promise<boolean> {
    try {
      await this.#transport.sendMail({
        // As an object: in a text, a comma would make two people of one.
        to: { name: '', address: to },
        subject,
        text,
        // RFC 3834: no answering machine answers.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      return true;
    } catch (error) {
      logEvent(this.#log, 'mail_not_sent', { reason: codeOf(error) });
      return false;
    }
  }
}

/** The library's code, such as EAUTH. Its words may quote the server's answer, which may name the person. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'no answer';
