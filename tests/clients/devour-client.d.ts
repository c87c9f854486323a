/** The used part of a client without types. */
declare module 'devour-client' {
  interface Builder {
    one(model: string, id: string): Builder;
    all(model: string): Builder;
    post(payload: object): Promise<{ data: Record<string, unknown> }>;
    get(params?: object): Promise<{ data: Record<string, unknown> }>;
  }
  interface Made {
    readonly data: Record<string, unknown>;
  }
  export default class JsonApi implements Builder {
    constructor(options: { apiUrl: string; logger?: boolean });
    headers: Record<string, string>;
    define(model: string, attributes: object, options?: object): void;
    one(model: string, id: string): Builder;
    all(model: string): Builder;
    post(payload: object): Promise<Made>;
    get(params?: object): Promise<Made>;
    find(model: string, id: string, params?: object): Promise<Made>;
    findAll(model: string, params?: object): Promise<{ data: Record<string, unknown>[]; meta: Record<string, unknown> }>;
    create(model: string, payload: object): Promise<Made>;
    destroy(model: string, id: string): Promise<Made>;
  }
}
