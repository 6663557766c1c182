/**
 * The dictionary of header blocks: words with their lengths, then text without.
 * Source: SPDY protocol, draft 3.1, section 2.6.10.1.
 */
export function headerDictionary(): Buffer {
  const sized = words.map((word) => {
    const bytes = Buffer.alloc(4 + word.length);
    bytes.writeUInt32BE(word.length, 0);
    bytes.write(word, 4, "latin1");
    return bytes;
  });
  return Buffer.concat([...sized, Buffer.from(text, "latin1")]);
}

const words: readonly string[] = [
  "options,head,post,put,delete,trace,accept,accept-charset,accept-encoding,accept-language",
  "accept-ranges,age,allow,authorization,cache-control,connection,content-base,content-encoding",
  "content-language,content-length,content-location,content-md5,content-range,content-type,date",
  "etag,expect,expires,from,host,if-match,if-modified-since,if-none-match,if-range",
  "if-unmodified-since,last-modified,location,max-forwards,pragma,proxy-authenticate",
  "proxy-authorization,range,referer,retry-after,server,te,trailer,transfer-encoding,upgrade",
  "user-agent,vary,via,warning,www-authenticate,method,get,status,200 OK,version,HTTP/1.1,url",
  "public,set-cookie,keep-alive,origin",
].flatMap((line) => line.split(","));

const text: string = [
  "10010120120220520630030230330430530630740240540640740840941041141241341441541641750250450520",
  "3 Non-Authoritative Information204 No Content301 Moved Permanently400 Bad Request401 Unautho",
  "rized403 Forbidden404 Not Found500 Internal Server Error501 Not Implemented503 Service Unava",
  "ilableJan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec 00:00:00 Mon, Tue, Wed, Thu, Fri, Sat",
  ", Sun, GMTchunked,text/html,image/png,image/jpg,image/gif,application/xml,application/xhtml+",
  "xml,text/plain,text/javascript,publicprivatemax-age=gzip,deflate,sdchcharset=utf-8charset=is",
  "o-8859-1,utf-,*,enq=0.",
].join("");
