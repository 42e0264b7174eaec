/** Headers that change responses somewhere: those that proxies, caches, frameworks and other systems read. */
const LISTED = `
  accept accept-charset accept-datetime accept-encoding accept-language accept-patch accept-ranges accept-version
  access-control-request-headers access-control-request-method age akamai-origin-hop alt-used authorization
  cache-control cdn-loop cf-connecting-ip cf-connecting-ipv6 cf-ipcountry cf-ray cf-visitor client-ip cloudfront-forwarded-proto
  cloudfront-is-desktop-viewer cloudfront-is-mobile-viewer cloudfront-viewer-country cluster-client-ip connection
  content-disposition content-encoding content-language content-location content-md5 content-range content-security-policy
  content-type cookie2 csrf-token date destination device-memory dnt downlink dpr early-data ect expect-ct expires
  fastly-client-ip fastly-ff fastly-ssl forwarded forwarded-for forwarded-for-ip forwarded-host forwarded-proto
  from front-end-https host http2-settings if-match if-modified-since if-none-match if-range if-unmodified-since
  incap-client-ip keep-alive last-event-id last-modified link location max-forwards memento-datetime mime-version
  next-action next-router-prefetch next-router-state-tree next-url ngrok-trace-id origin origin-agent-cluster overwrite
  ping-from ping-to pragma preview-token priority proxy proxy-authorization proxy-connection proxy-host public-key-pins
  purpose range real-ip redirect referer referer-policy request-id rsc rtt save-data sec-ch-prefers-color-scheme
  sec-ch-prefers-reduced-motion sec-ch-ua sec-ch-ua-arch sec-ch-ua-mobile sec-ch-ua-model sec-ch-ua-platform
  sec-fetch-dest sec-fetch-mode sec-fetch-site sec-fetch-user sec-gpc sec-purpose sec-websocket-key server-timing
  service-worker service-worker-navigation-preload soapaction source-ip sourcemap surrogate-capability surrogate-control
  surrogate-key te timing-allow-origin traceparent tracestate trailer true-client-ip tunnel upgrade
  upgrade-insecure-requests uri user-agent user-agent-via vary via viewport-width want-digest warning wl-proxy-client-ip
  x-accel-buffering x-accel-expires x-accel-redirect x-access-token x-act-as x-admin x-ajax x-amz-cf-id x-amz-date
  x-amz-website-redirect-location x-amzn-trace-id x-api-key x-api-version x-app-version x-appengine-country
  x-arr-log-id x-arr-ssl x-att-deviceid x-auth-token x-auth-user x-authenticated-user x-azure-clientip x-azure-ref
  x-backend x-backend-host x-base-url x-bluecoat-via x-cache x-cache-hash x-cache-key x-cdn x-client-cert x-client-data
  x-client-host x-client-ip x-cluster-client-ip x-content-type-options x-correlation-id x-country-code x-csrf-token
  x-csrftoken x-custom-ip-authorization x-debug x-debug-token x-device x-device-user-agent x-dns-prefetch-control
  x-envoy-external-address x-envoy-original-path x-error x-fb-http-engine x-feature x-flash x-forward-for x-forwarded
  x-forwarded-by x-forwarded-client-cert x-forwarded-for x-forwarded-for-original x-forwarded-host x-forwarded-path
  x-forwarded-port x-forwarded-prefix x-forwarded-proto x-forwarded-protocol x-forwarded-scheme x-forwarded-server
  x-forwarded-ssl x-forwarded-uri x-forwarded-url x-forwarded-user x-from x-frame-options x-geo x-geoip-country
  x-ghost-cache x-ghost-preview x-ghost-version x-github-request-id x-google-cache-control x-goog-api-key x-host
  x-host-name x-host-override x-http-destinationurl x-http-host-override x-http-method x-http-method-override x-https
  x-inertia x-insight x-ip x-ip-trail x-iplb-instance x-jwt-assertion x-lang x-language x-livewire x-locale
  x-location x-lori-time x-method-override x-middleware-prefetch x-middleware-rewrite x-middleware-subrequest
  x-mobile x-moz x-nextjs-data x-nf-client-connection-ip x-nginx-cache x-no-cache x-nonce x-oc-mtime x-operamini-phone
  x-operamini-phone-ua x-original-forwarded-for x-original-host x-original-method x-original-remote-addr x-original-uri
  x-original-url x-originally-forwarded-for x-originating-ip x-override x-page x-pagination x-path x-path-info
  x-permitted-cross-domain-policies x-pingback x-pjax x-pjax-container x-powered-by x-preview x-proto x-proxy-url
  x-proxyuser-ip x-purpose x-query x-ratelimit-bypass x-real-host x-real-ip x-real-url x-redirect x-referer x-remote-addr
  x-remote-ip x-remote-user x-render x-request-id x-request-start x-request-uri x-requested-with x-rewrite-url x-robots-tag
  x-role x-root-url x-route x-scheme x-script-name x-sendfile x-server-name x-served-by x-session x-shopify-shop x-site
  x-skin x-ssl x-ssl-client-cert x-static x-style x-sub-path x-tenant x-test x-theme x-timer x-timezone x-title
  x-token x-trace-id x-transaction-id x-true-client-ip x-ua-compatible x-ua-device x-uidh x-unique-id x-uri x-url
  x-url-scheme x-user x-user-agent x-user-id x-user-ip x-user-role x-username x-varnish x-vary x-vercel-id
  x-version x-via x-view x-wap-profile x-webkit-csp x-wikimedia-debug x-wp-nonce x-xsrf-token x-xss-protection
  x-zope-version xroxy-connection y z-forwarded-for
`;

/** Without those that frame the message itself: every server must reject wrong values there. */
export const HEADER_NAMES = LISTED.trim()
  .split(/\s+/)
  .filter((name) => !['connection', 'expect', 'trailer', 'upgrade', 'te'].includes(name));
