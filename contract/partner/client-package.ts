/** Path of the client package: `npm install https://shop.example/developers/razmen-client.tgz`. */
export const CLIENT_PACKAGE_PATH = '/developers/razmen-client.tgz';
