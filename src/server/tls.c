#include "server/office.h"

#include <openssl/err.h>
#include <openssl/ssl.h>

static bool load(SSL_CTX *to, const struct server_settings *set)
{
    return SSL_CTX_use_certificate_chain_file(to, set->tls_certificate) == 1 &&
           SSL_CTX_use_PrivateKey_file(to, set->tls_key, SSL_FILETYPE_PEM) == 1 &&
           SSL_CTX_check_private_key(to) == 1;
}

/* First tried on one of our own: what does not belong together must not take the place of what
 * does. Connections that are open keep what they began with. */
bool tls_reload(struct server *s, struct error *e)
{
    const struct server_settings *set = &s->settings;
    if (!s->tls)
        return error_set(e, "this server speaks no TLS; set tls-certificate and tls-key");
    SSL_CTX *trial = SSL_CTX_new(TLS_server_method());
    bool fine = trial && load(trial, set) && load(s->tls, set);
    SSL_CTX_free(trial);
    ERR_clear_error();
    if (!fine)
        return error_set(e, "%s and %s cannot be used; see that they are PEM and belong together",
                         set->tls_certificate, set->tls_key);
    log_tell(LOG_NOTE, "reloaded", "Certificate and key were read again.", (struct fact[]){{0}});
    return true;
}
