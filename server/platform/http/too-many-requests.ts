/** A rate limit exceeded outside of endpoints; pages and files render it in their own way. */
export class TooManyRequests extends Error {
  override readonly name = 'TooManyRequests';
  readonly statusCode = 429;
  readonly seconds: number;
  constructor(seconds: number) {
    super(`too many requests, try again in ${seconds} s`);
    this.seconds = seconds;
  }
}
