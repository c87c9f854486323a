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
  let refuseNext = 0;
  let server: SMTPServer;
  let url = '';
  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo(address, _session, done) {
        if (!address.address.startsWith('no-')) return done();
        const code = address.address.startsWith('no-such') ? 550 : 450;
        done(Object.assign(new Error('not here'), { responseCode: code }));
      },
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          if (refuseNext > 0) return done(Object.assign(new Error('not now'), { responseCode: refuseNext }));
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

  it.each(Object.keys(MAILERS) as (keyof typeof MAILERS)[])('%s accepts a mail', async (name) => {
    if (name === 'smtps') return expect(MAILERS.smtps).toBe(MAILERS.smtp);
    if (name === 'none') return expect(MAILERS.none().send(mail)).resolves.toMatchObject({ outcome: 'unavailable' });
    const mailer = MAILERS[name]({ url, from: 'Размен <exchange@example.org>', replyTo: 'help@example.org' });
    await expect(mailer.send(mail)).resolves.toEqual({ outcome: 'sent' });
    mailer.stop();
  });

  it('smtp delivers both languages intact, to the recipient only, with our id', async () => {
    const last = received.at(-1);
    expect(last?.to).toEqual(['guest@example.org']);
    const parsed = await PostalMime.parse(last?.raw ?? Buffer.alloc(0));
    expect(parsed.from?.address).toBe('exchange@example.org');
    expect(parsed.replyTo?.[0]?.address).toBe('help@example.org');
    expect(parsed.subject).toContain('Заявка создана');
    expect(parsed.messageId).toContain(mail.id);
    expect(parsed.bcc ?? []).toEqual([]);
    expect(parsed.text?.trim()).toBe('Ждём 100 USDT');
    expect(parsed.html).toContain('<p>Ждём 100 USDT</p>');
  });

  it('smtp distinguishes a permanent refusal, a temporary one and an unavailable server', async () => {
    const mailer = MAILERS.smtp({ url, from: 'exchange@example.org' });
    const answer = async (to: string) => (await mailer.send({ ...mail, to })).outcome;
    expect(await answer('no-such@example.org')).toBe('refused');
    expect(await answer('no-room@example.org')).toBe('later');
    refuseNext = 451;
    expect(await answer('guest@example.org')).toBe('later');
    refuseNext = 554;
    expect(await answer('guest@example.org')).toBe('refused');
    refuseNext = 0;
    expect(await answer('guest@example.org')).toBe('sent');
    mailer.stop();
    const nobody = MAILERS.smtp({ url: 'smtp://127.0.0.1:1', from: 'exchange@example.org' });
    expect((await nobody.send(mail)).outcome).toBe('unavailable');
    nobody.stop();
  });
});
