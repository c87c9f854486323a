/** A pair of a stand-in: plain decimals, as exchanges write them. */
export interface StandInPair {
  readonly base: string;
  readonly quote: string;
  bid: string;
  ask: string;
  volume: string;
}

type Reply = { readonly body: string | Buffer; readonly type?: string; readonly headers?: Readonly<Record<string, string>> } | undefined;
/** Response of a source to a request, for given pairs; undefined: unknown path. */
type Protocol = (path: string, query: URLSearchParams, pairs: readonly StandInPair[]) => Reply;

const json = (value: unknown): Reply => ({ body: JSON.stringify(value), type: 'application/json' });
const joined = (pairs: readonly StandInPair[], by: string, spell = (text: string) => text) =>
  pairs.map((pair) => ({ ...pair, id: spell(`${pair.base}${by}${pair.quote}`) }));

const binance: Protocol = (path, _, pairs) => {
  const rows = joined(pairs, '');
  if (path === '/api/v3/exchangeInfo')
    return json({
      symbols: rows.map(({ id, base, quote }) => ({
        symbol: id,
        status: 'TRADING',
        baseAsset: base,
        quoteAsset: quote,
        isSpotTradingAllowed: true,
        permissions: ['SPOT'],
        filters: [],
        orderTypes: ['LIMIT'],
      })),
    });
  if (path === '/api/v3/ticker/24hr')
    return json(
      rows.map(({ id, bid, ask, volume }) => ({
        symbol: id,
        bidPrice: bid,
        askPrice: ask,
        lastPrice: bid,
        volume,
        quoteVolume: '1',
        closeTime: Date.now(),
      })),
    );
  return undefined;
};

const bybit: Protocol = (path, _, pairs) => {
  const rows = joined(pairs, '');
  if (path === '/v5/market/instruments-info')
    return json({
      retCode: 0,
      retMsg: 'OK',
      result: {
        category: 'spot',
        list: rows.map(({ id, base, quote }) => ({
          symbol: id,
          baseCoin: base,
          quoteCoin: quote,
          status: 'Trading',
          marginTrading: 'none',
          lotSizeFilter: {
            basePrecision: '0.000001',
            quotePrecision: '0.0000001',
            minOrderQty: '0.00001',
            maxOrderQty: '100',
            minOrderAmt: '1',
            maxOrderAmt: '1000000',
          },
          priceFilter: { tickSize: '0.01' },
        })),
      },
      time: Date.now(),
    });
  if (path === '/v5/market/tickers')
    return json({
      retCode: 0,
      retMsg: 'OK',
      time: Date.now(),
      result: {
        category: 'spot',
        list: rows.map(({ id, bid, ask, volume }) => ({
          symbol: id,
          bid1Price: bid,
          bid1Size: '1',
          ask1Price: ask,
          ask1Size: '1',
          lastPrice: bid,
          volume24h: volume,
          turnover24h: '1',
        })),
      },
    });
  return undefined;
};

const okx: Protocol = (path, _, pairs) => {
  const rows = joined(pairs, '-');
  if (path === '/api/v5/public/instruments')
    return json({
      code: '0',
      msg: '',
      data: rows.map(({ id, base, quote }) => ({
        instType: 'SPOT',
        instId: id,
        baseCcy: base,
        quoteCcy: quote,
        state: 'live',
        lotSz: '0.00000001',
        minSz: '0.00001',
        tickSz: '0.1',
        listTime: '1548133413000',
      })),
    });
  if (path === '/api/v5/market/tickers')
    return json({
      code: '0',
      msg: '',
      data: rows.map(({ id, bid, ask, volume }) => ({
        instType: 'SPOT',
        instId: id,
        last: bid,
        bidPx: bid,
        bidSz: '1',
        askPx: ask,
        askSz: '1',
        vol24h: volume,
        volCcy24h: '1',
        ts: String(Date.now()),
      })),
    });
  return undefined;
};

const kraken: Protocol = (path, _, pairs) => {
  const rows = joined(pairs, '');
  if (path === '/0/public/AssetPairs')
    return json({
      error: [],
      result: Object.fromEntries(
        rows.map(({ id, base, quote }) => [
          id,
          {
            altname: id,
            wsname: `${base}/${quote}`,
            base,
            quote,
            lot: 'unit',
            pair_decimals: 5,
            lot_decimals: 8,
            status: 'online',
            ordermin: '0.001',
            costmin: '0.5',
            tick_size: '0.00001',
          },
        ]),
      ),
    });
  if (path === '/0/public/Ticker')
    return json({
      error: [],
      result: Object.fromEntries(
        rows.map(({ id, bid, ask, volume }) => [
          id,
          {
            a: [ask, '1', '1.000'],
            b: [bid, '1', '1.000'],
            c: [bid, '0.1'],
            v: [volume, volume],
            p: [bid, bid],
            t: [1, 1],
            l: [bid, bid],
            h: [ask, ask],
            o: bid,
          },
        ]),
      ),
    });
  return undefined;
};

const kucoin: Protocol = (path, _, pairs) => {
  const rows = joined(pairs, '-');
  if (path === '/api/v1/symbols' || path === '/api/v2/symbols')
    return json({
      code: '200000',
      data: rows.map(({ id, base, quote }) => ({
        symbol: id,
        name: id,
        baseCurrency: base,
        quoteCurrency: quote,
        baseMinSize: '0.1',
        quoteMinSize: '0.1',
        baseIncrement: '0.0001',
        quoteIncrement: '0.0001',
        priceIncrement: '0.0001',
        enableTrading: true,
      })),
    });
  if (path === '/api/v1/market/allTickers')
    return json({
      code: '200000',
      data: {
        time: Date.now(),
        ticker: rows.map(({ id, bid, ask, volume }) => ({
          symbol: id,
          symbolName: id,
          buy: bid,
          sell: ask,
          last: bid,
          vol: volume,
          volValue: '1',
        })),
      },
    });
  return undefined;
};

const gate: Protocol = (path, _, pairs) => {
  const rows = joined(pairs, '_');
  if (path === '/api/v4/spot/currency_pairs')
    return json(
      rows.map(({ id, base, quote }) => ({
        id,
        base,
        quote,
        fee: '0.2',
        min_base_amount: '0.001',
        min_quote_amount: '1.0',
        amount_precision: 3,
        precision: 6,
        trade_status: 'tradable',
        sell_start: 0,
        buy_start: 0,
      })),
    );
  if (path === '/api/v4/margin/currency_pairs') return json([]);
  if (path === '/api/v4/spot/tickers')
    return json(
      rows.map(({ id, bid, ask, volume }) => ({
        currency_pair: id,
        last: bid,
        lowest_ask: ask,
        highest_bid: bid,
        base_volume: volume,
        quote_volume: '1',
      })),
    );
  return undefined;
};

const htx: Protocol = (path, _, pairs) => {
  const rows = joined(pairs, '', (text) => text.toLowerCase());
  if (path === '/v1/common/symbols')
    return json({
      status: 'ok',
      data: rows.map(({ id, base, quote }) => ({
        'base-currency': base.toLowerCase(),
        'quote-currency': quote.toLowerCase(),
        'price-precision': 4,
        'amount-precision': 4,
        'symbol-partition': 'main',
        symbol: id,
        state: 'online',
        'value-precision': 8,
        'api-trading': 'enabled',
      })),
    });
  // Numbers instead of strings: exact as long as they are parsed as written
  if (path === '/market/tickers')
    return {
      type: 'application/json',
      body: `{"status":"ok","ts":${Date.now()},"data":[${rows.map(({ id, bid, ask, volume }) => `{"symbol":"${id}","open":${bid},"close":${bid},"amount":${volume},"vol":1,"bid":${bid},"bidSize":1,"ask":${ask},"askSize":1}`).join(',')}]}`,
    };
  return undefined;
};

const mexc: Protocol = (path, _, pairs) => {
  const rows = joined(pairs, '');
  if (path === '/api/v1/contract/detail') return json({ success: true, code: 0, data: [] });
  if (path === '/api/v3/exchangeInfo')
    return json({
      symbols: rows.map(({ id, base, quote }) => ({
        symbol: id,
        status: '1',
        baseAsset: base,
        quoteAsset: quote,
        baseAssetPrecision: 4,
        quotePrecision: 4,
        quoteAssetPrecision: 4,
        isSpotTradingAllowed: true,
        baseSizePrecision: '0.0001',
        quoteAmountPrecision: '5',
        orderTypes: ['LIMIT'],
        permissions: ['SPOT'],
        filters: [],
      })),
    });
  if (path === '/api/v3/ticker/24hr')
    return json(
      rows.map(({ id, bid, ask, volume }) => ({
        symbol: id,
        lastPrice: bid,
        bidPrice: bid,
        bidQty: '1',
        askPrice: ask,
        askQty: '1',
        volume,
        quoteVolume: null,
        closeTime: Date.now(),
      })),
    );
  return undefined;
};

const day = (): Date => new Date();
const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Roubles by `<code>/RUB` pairs; names in windows-1251, decimals with a comma. */
const cbr: Protocol = (path, _, pairs) => {
  if (path !== '/scripts/XML_daily.asp') return undefined;
  const today = day();
  const date = `${twoDigits(today.getUTCDate())}.${twoDigits(today.getUTCMonth() + 1)}.${today.getUTCFullYear()}`;
  const rows = pairs
    .filter(({ quote }) => quote === 'RUB')
    .map(
      ({ base, bid }) =>
        `<Valute ID="R0"><NumCode>000</NumCode><CharCode>${base}</CharCode><Nominal>1</Nominal><Name>\u0000</Name><Value>${bid.replace('.', ',')}</Value></Valute>`,
    );
  const text = `<?xml version="1.0" encoding="windows-1251"?><ValCurs Date="${date}" name="Foreign Currency Market">${rows.join('')}</ValCurs>`;
  // One Cyrillic letter in the bank's encoding
  return {
    body: Buffer.from(text.replaceAll('\u0000', '\u00c4'), 'latin1'),
    type: 'application/xml; charset=windows-1251',
    headers: { etag: `"${date}${rows.length}${rows.join('').length}"` },
  };
};

const ecb: Protocol = (path, _, pairs) => {
  if (path !== '/stats/eurofxref/eurofxref-daily.xml') return undefined;
  const rows = pairs.filter(({ base }) => base === 'EUR').map(({ quote, bid }) => `<Cube currency='${quote}' rate='${bid}'/>`);
  return {
    type: 'text/xml',
    body: `<?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><gesmes:subject>Reference rates</gesmes:subject><Cube><Cube time='${day().toISOString().slice(0, 10)}'>${rows.join('')}</Cube></Cube></gesmes:Envelope>`,
  };
};

const GECKO_NAMES: Readonly<Record<string, string>> = { bitcoin: 'BTC', ethereum: 'ETH', tether: 'USDT' };

const coingecko: Protocol = (path, query, pairs) => {
  if (path !== '/api/v3/simple/price') return undefined;
  const ids = (query.get('ids') ?? '').split(',');
  const rows = ids.flatMap((id) => {
    const pair = pairs.find(({ base, quote }) => base === GECKO_NAMES[id] && quote === 'USD');
    return pair ? [`"${id}":{"usd":${pair.bid},"usd_24h_vol":${pair.volume},"last_updated_at":${Math.floor(Date.now() / 1000)}}`] : [];
  });
  return { body: `{${rows.join(',')}}`, type: 'application/json' };
};

/** An owner's price list in our format. */
const own: Protocol = (path, _, pairs) =>
  path === '/prices.json'
    ? json({ prices: pairs.map(({ base, quote, bid, ask, volume }) => ({ base, quote, bid, ask, volume })) })
    : undefined;

export const PROTOCOLS = { binance, bybit, okx, kraken, kucoin, gate, htx, mexc, cbr, ecb, coingecko, own } satisfies Record<
  string,
  Protocol
>;
export type StandInName = keyof typeof PROTOCOLS;
/** Exchanges that a stand-in can imitate. */
export const EXCHANGE_STAND_INS = ['binance', 'bybit', 'okx', 'kraken', 'kucoin', 'gate', 'htx', 'mexc'] as const;
