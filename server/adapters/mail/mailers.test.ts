import { SMTPServer } from 'smtp-server';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAILERS } from './index.ts';

const mail = {
  id: '4be0643f-1d98-473b-97cd-ca98a65347dd',
  to: 'guest@example.org',
  subject: 'Заявка создана\r\nBcc: thief@example.org',
  text: 'Ждём 100 USDT',
  html: '<p>Ждём 100 USDT</p>',
};

describe('mail adapters', () => {
  const received: { to: string[]; raw: Buffer }[] = [];
  let refuseNext = false;
  let server: SMTPServer;
  let url = '';
  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          if (refuseNext) return done(new Error('try later'));
          received.push({ to: session.envelope.rcptTo.map((one) => one.address), raw: Buffer.concat(chunks) });
          done();
        });
      },
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve());
    });
    const address = server.server.address();
    url = `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  });
  afterAll(async () => await new Promise<void>((resolve) => server.close(() => resolve())));

  it.each(Object.keys(MAILERS) as (keyof typeof MAILERS)[])('%s takes a mail', async (name) => {
    if (name === 'smtps') return expect(MAILERS.smtps).toBe(MAILERS.smtp);
    await expect(MAILERS[name]({ url, from: 'Размен <exchange@example.org>' }).send(mail)).resolves.toBeUndefined();
  });

  it('smtp delivers both languages intact, to nobody else, under our id', async () => {
    const last = received.at(-1);
    expect(last?.to).toEqual(['guest@example.org']);
    const parsed = await PostalMime.parse(last?.raw ?? Buffer.alloc(0));
    expect(parsed.from?.address).toBe('exchange@example.org');
    expect(parsed.subject).toContain('Заявка создана');
    expect(parsed.messageId).toContain(mail.id);
    expect(parsed.bcc ?? []).toEqual([]);
    expect(parsed.text?.trim()).toBe('Ждём 100 USDT');
    expect(parsed.html).toContain('<p>Ждём 100 USDT</p>');
  });

  it('smtp throws what the server refuses, so that the outbox tries again', async () => {
    refuseNext = true;
    await expect(MAILERS.smtp({ url, from: 'exchange@example.org' }).send(mail)).rejects.toThrow();
    refuseNext = false;
  });
});
